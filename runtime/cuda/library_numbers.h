/*
 * Numbers in a region: stdlib.h's abs and div, and texts that are read as numbers. strtod and strtof give what the host's
 * do, to the last bit: here what takes one exact multiplication or division, all else by asking the host.
 */
#ifndef GPUMP_CUDA_LIBRARY_NUMBERS_H
#define GPUMP_CUDA_LIBRARY_NUMBERS_H

#include "library_host.h"

#include <stdlib.h>

GPUMP_C int gpump_abs(int x) { return x < 0 ? -x : x; }
GPUMP_C long gpump_labs(long x) { return x < 0 ? -x : x; }
GPUMP_C long long gpump_llabs(long long x) { return x < 0 ? -x : x; }
GPUMP_C div_t gpump_div(int a, int b) { return {a / b, a % b}; }
GPUMP_C ldiv_t gpump_ldiv(long a, long b) { return {a / b, a % b}; }
GPUMP_C lldiv_t gpump_lldiv(long long a, long long b) { return {a / b, a % b}; }

/* The digits' value, and where they end. `limit` is the largest that the result's type holds. */
GPUMP_APART unsigned long long gpump_digits(const char *text, const char **end, int base, unsigned long long limit,
                                        bool *negative)
{
    const char *s = text;
    unsigned long long value = 0;
    bool any = false, too_large = false;
    while (gpump_isspace(*s))
        s++;
    *negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && gpump_isxdigit(s[2])) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    for (;; s++) {
        int digit = gpump_isdigit(*s) ? *s - '0' : gpump_isalpha(*s) ? gpump_tolower(*s) - 'a' + 10 : 99;
        if (digit >= base)
            break;
        any = true;
        if (value > (limit - (unsigned)digit) / (unsigned)base)
            too_large = true;
        else
            value = value * (unsigned)base + (unsigned)digit;
    }
    *end = any ? s : text;
    return too_large ? limit : value;
}

GPUMP_C long long gpump_strtoll(const char *text, char **end, int base)
{
    const char *stop;
    bool negative;
    /* One more below zero than above. */
    unsigned long long value = gpump_digits(text, &stop, base, 1ull << 63, &negative);
    if (end)
        *end = const_cast<char *>(stop);
    if (!negative && value > ~(1ull << 63))
        value = ~(1ull << 63);
    return (long long)(negative ? 0 - value : value);
}

GPUMP_C unsigned long long gpump_strtoull(const char *text, char **end, int base)
{
    const char *stop;
    bool negative;
    unsigned long long value = gpump_digits(text, &stop, base, ~0ull, &negative);
    if (end)
        *end = const_cast<char *>(stop);
    return negative && value != ~0ull ? 0 - value : value;
}

GPUMP_C long gpump_strtol(const char *text, char **end, int base) { return (long)gpump_strtoll(text, end, base); }
GPUMP_C unsigned long gpump_strtoul(const char *text, char **end, int base)
{
    return (unsigned long)gpump_strtoull(text, end, base);
}
GPUMP_C int gpump_atoi(const char *text) { return (int)gpump_strtoll(text, nullptr, 10); }
GPUMP_C long gpump_atol(const char *text) { return (long)gpump_strtoll(text, nullptr, 10); }
GPUMP_C long long gpump_atoll(const char *text) { return gpump_strtoll(text, nullptr, 10); }

/* A number in the form 123.45e-6 as digits and a power of ten. */
struct gpump_decimal_t {
    unsigned long long digits;
    int exponent;
    bool negative;
    const char *end; /* null: it is none, or has more digits than are kept here */
};

GPUMP_C gpump_decimal_t gpump_read_decimal(const char *s)
{
    gpump_decimal_t number = {0, 0, false, nullptr};
    bool any = false, point = false;
    while (gpump_isspace(*s))
        s++;
    number.negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if (*s == '0' && (s[1] == 'x' || s[1] == 'X'))
        return number;
    for (; gpump_isdigit(*s) || (*s == '.' && !point); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        any = true;
        if (number.digits > 100000000000000000ull)
            return number;
        number.digits = number.digits * 10 + (unsigned long long)(*s - '0');
        number.exponent -= point;
    }
    if (!any)
        return number;
    if (*s == 'e' || *s == 'E') {
        const char *e = s + 1;
        bool down = *e == '-';
        int value = 0;
        if (*e == '-' || *e == '+')
            e++;
        if (gpump_isdigit(*e)) {
            for (; gpump_isdigit(*e); e++)
                value = value < 10000 ? value * 10 + (*e - '0') : value;
            number.exponent += down ? -value : value;
            s = e;
        }
    }
    number.end = s;
    return number;
}

/* The blanks at the beginning of a text, and what of the rest may belong to a number. */
GPUMP_C size_t gpump_number_span(const char *text)
{
    const char *at = text;
    while (gpump_isspace((unsigned char)*at))
        at++;
    while (gpump_isalnum((unsigned char)*at) || (*at && gpump_strchr("+-._()", *at)))
        at++;
    return (size_t)(at - text);
}

/* With digits and a power of ten that T holds exactly, one operation rounds once. */
template <class T>
GPUMP_C T gpump_read_number(const char *text, char **end, int exact_bits, int exact_power, gpump_call_t call)
{
    gpump_decimal_t number = gpump_read_decimal(text);
    if (number.end && number.digits >> exact_bits == 0 && number.exponent >= -exact_power &&
        number.exponent <= exact_power) {
        T value = (T)number.digits, power = 1;
        for (int i = number.exponent < 0 ? -number.exponent : number.exponent; i > 0; i--)
            power *= 10;
        value = number.exponent < 0 ? value / power : value * power;
        if (end)
            *end = const_cast<char *>(number.end);
        return number.negative ? -value : value;
    }
    struct {
        unsigned long long length;
        T value;
    } answer = {};
    gpump_call(call, 0, 0, text, gpump_number_span(text), &answer, sizeof answer);
    if (end)
        *end = const_cast<char *>(text + answer.length);
    return answer.value;
}

GPUMP_APART double gpump_strtod(const char *text, char **end)
{
    return gpump_read_number<double>(text, end, 53, 22, GPUMP_CALL_STRTOD);
}

GPUMP_APART float gpump_strtof(const char *text, char **end)
{
    return gpump_read_number<float>(text, end, 24, 10, GPUMP_CALL_STRTOF);
}

GPUMP_C double gpump_atof(const char *text) { return gpump_strtod(text, nullptr); }

#endif
