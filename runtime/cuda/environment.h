/*
 * Reading the environment: a value that is none is told, and left out.
 */
#include "host.h"

#include <string_view>

namespace gpump {

static std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isspace((unsigned char)text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isspace((unsigned char)text.back()))
        text.remove_suffix(1);
    return text;
}

static bool same_word(std::string_view text, std::string_view word)
{
    return text.size() == word.size() && strncasecmp(text.data(), word.data(), word.size()) == 0;
}

/* What stands in front of the mark, which goes from the text with it; all of it where there is no mark. */
static std::string_view take_until(char mark, std::string_view &text)
{
    const size_t end = text.find(mark);
    const std::string_view first = trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    return first;
}

/* A whole number that is no less than `least`; -1 for anything else. Large ones are the largest that there is. */
static long long number_in(std::string_view text, long long least)
{
    text = trimmed(text);
    long long number = 0;
    for (char c : text) {
        if (!isdigit((unsigned char)c))
            return -1;
        number = number > (LLONG_MAX - 9) / 10 ? LLONG_MAX / 10 : number * 10 + (c - '0');
    }
    return text.empty() || number < least ? -1 : number;
}

/* 0 for what is none. */
static long long positive(std::string_view text)
{
    return std::max(number_in(text, 1), 0ll);
}

static bool boolean(const char *name)
{
    const char *value = getenv(name);
    if (!value)
        return false;
    const std::string_view word = trimmed(value);
    if (same_word(word, "true") || same_word(word, "1"))
        return true;
    if (!same_word(word, "false") && !same_word(word, "0"))
        warn("%s is \"%s\", and should be true or false", name, value);
    return false;
}

/* A variable whose value is a number, or `otherwise`. */
static int count(const char *name, int least, int otherwise)
{
    const char *value = getenv(name);
    if (!value)
        return otherwise;
    const long long number = number_in(value, least);
    if (number >= 0)
        return (int)std::min(number, (long long)INT_MAX);
    warn("%s is \"%s\", and should be a %s number", name, value, least > 0 ? "positive" : "whole");
    return otherwise;
}

} // namespace gpump
