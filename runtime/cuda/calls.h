/*
 * What the host does for a thread of the device that asks for it (gpump_call in library_host.h): the question is a number
 * that says what, two more, and bytes; the answer is bytes.
 */
#include "host.h"

#include <map>
#include <string>

extern "C" char *gpump_heap_strdup(const char *text);

namespace gpump {

/* A text of the host's as one that the device reaches; the same text always has the same address. */
static char *reachable_text(const char *text)
{
    static std::map<std::string, char *> copies;
    if (!text || device().pageable)
        return const_cast<char *>(text);
    char *&copy = copies[text];
    if (!copy)
        copy = gpump_heap_strdup(text);
    return copy;
}

template <class T> static std::vector<char> bytes_of(const T &value)
{
    const char *bytes = reinterpret_cast<const char *>(&value);
    return std::vector<char>(bytes, bytes + sizeof value);
}

static std::vector<char> number_answer(long long value)
{
    return bytes_of(value);
}

template <class T> static std::vector<char> read_number(const char *text, T (*read)(const char *, char **))
{
    struct {
        unsigned long long length;
        T value;
    } answer;
    memset(&answer, 0, sizeof answer);
    char *end;
    answer.value = read(text, &end);
    answer.length = (unsigned long long)(end - text);
    return bytes_of(answer);
}

/* Up to and with the end of the line, but no more than that. */
static std::vector<char> read_line(FILE *stream, size_t most)
{
    std::vector<char> line;
    int c;
    while (line.size() < most && (c = getc(stream)) != EOF) {
        line.push_back((char)c);
        if (c == '\n')
            break;
    }
    return line;
}

static std::vector<char> answer_to(gpump_call_t call, unsigned long long a, unsigned long long b, const char *text)
{
    FILE *stream = reinterpret_cast<FILE *>((uintptr_t)a);
    switch (call) {
    case GPUMP_CALL_CLOCK: return number_answer(clock());
    case GPUMP_CALL_CLOCK_GETTIME: {
        timespec time = {0, 0};
        clock_gettime((clockid_t)(int)a, &time);
        return number_answer(time.tv_sec * 1000000000LL + time.tv_nsec);
    }
    case GPUMP_CALL_GETPID: return number_answer(getpid());
    case GPUMP_CALL_GETENV: return number_answer((long long)(uintptr_t)reachable_text(getenv(text)));
    case GPUMP_CALL_STRERROR: return number_answer((long long)(uintptr_t)reachable_text(strerror((int)a)));
    case GPUMP_CALL_STRTOD: return read_number(text, strtod);
    case GPUMP_CALL_STRTOF: return read_number(text, strtof);
    case GPUMP_CALL_FOPEN: {
        char mode[3] = {(char)a, b ? '+' : '\0', '\0'};
        return number_answer((long long)(uintptr_t)fopen(text, mode));
    }
    case GPUMP_CALL_FCLOSE: return number_answer(fclose(stream));
    case GPUMP_CALL_FEOF: return number_answer(feof(stream));
    case GPUMP_CALL_FERROR: return number_answer(ferror(stream));
    case GPUMP_CALL_FGETC: return number_answer(getc(stream));
    case GPUMP_CALL_UNGETC: return number_answer(ungetc((int)b, stream));
    case GPUMP_CALL_FGETS: return read_line(stream, (size_t)b);
    case GPUMP_CALL_FREAD: {
        std::vector<char> bytes((size_t)b);
        bytes.resize(fread(bytes.data(), 1, bytes.size(), stream));
        return bytes;
    }
    case GPUMP_CALL_FSEEK: return number_answer(fseek(stream, (long)b, atoi(text)));
    case GPUMP_CALL_FTELL: return number_answer(ftell(stream));
    case GPUMP_CALL_REWIND: rewind(stream); return number_answer(0);
    case GPUMP_CALL_FILENO: return number_answer(fileno(stream));
    case GPUMP_CALL_ISATTY: return number_answer(isatty((int)a));
    case GPUMP_CALL_REMOVE: return number_answer(remove(text));
    }
    return {};
}

} // namespace gpump
