/*
 * How a failure is told.
 *
 *     gpump: error: `b` holds 0x7ffd5ca0, which lies in no memory that the region may reach
 *       --> a1.cu:52: in region gpump_parallel0 (function a1), call gpump_copy_to_device(cfg0, ...)
 *        | gpump_copy_to_device(cfg0,
 *
 * The generated code has no names to hand over: its tables hold addresses. But the file that was
 * compiled does, and the compiler has left us its path. So the name of a table's kth variable is read
 * there, once a message needs it; when the file has gone, the message says "variable k of cfg0".
 */
#ifndef GPUMP_REPORT_H
#define GPUMP_REPORT_H

#include <ctype.h>
#include <stdarg.h>

#include <string>

#include <gpump_all.h>

/* The region that is being prepared or run, as messages name it; the number is that of gpump_parallelN
   and cfgN, or -1 outside regions. */
struct gpump_place_t {
    int region = -1;
    std::string file;
};

inline gpump_place_t &gpump_place()
{
    static gpump_place_t place;
    return place;
}

/* The text of a line, without the blanks around it; "" when the file has gone. */
inline std::string gpump_source_line(const char *path, int line)
{
    std::string text;
    FILE *file = fopen(path, "r");
    if (!file)
        return text;
    for (int c; line > 0 && (c = getc(file)) != EOF;) {
        if (c == '\n')
            line--;
        else if (line == 1 && (!text.empty() || !isspace(c)))
            text += (char)c;
    }
    fclose(file);
    return text;
}

inline std::string gpump_text(const char *format, va_list list)
{
    char buffer[4096];
    vsnprintf(buffer, sizeof buffer, format, list);
    return buffer;
}

[[noreturn]] inline void gpump_stop(const gpump_call_t &call, const char *help, const std::string &what)
{
    fflush(stdout);
    fprintf(stderr, "gpump: error: %s\n  --> %s:%d: ", what.c_str(), call.file, call.line);
    if (gpump_place().region >= 0)
        fprintf(stderr, "in region gpump_parallel%d (function %s)", gpump_place().region, call.function);
    else
        fprintf(stderr, "in function %s", call.function);
    fprintf(stderr, ", call %s(%s)\n", call.name, call.arguments);
    std::string source = gpump_source_line(call.file, call.line);
    if (!source.empty())
        fprintf(stderr, "   | %s\n", source.c_str());
    if (help)
        fprintf(stderr, "  help: %s\n", help);
    exit(GPUMP_STATUS);
}

[[noreturn]] inline void gpump_fail(const gpump_call_t &call, const char *help, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

inline void gpump_fail(const gpump_call_t &call, const char *help, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    gpump_stop(call, help, gpump_text(format, list));
}

/* The same, for a CUDA function's error. */
[[noreturn]] inline void gpump_fail_cuda(const gpump_call_t &call, cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

inline void gpump_fail_cuda(const gpump_call_t &call, cudaError_t error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    gpump_stop(call, NULL,
               gpump_text(format, list) + ": " + cudaGetErrorString(error) + " (" + cudaGetErrorName(error) + ")");
}

/* `p` of "p, 10". */
inline std::string gpump_first_argument(const gpump_call_t &call)
{
    int depth = 0;
    const char *end = call.arguments;
    for (; *end && !(*end == ',' && depth == 0); end++)
        depth += (*end == '(' || *end == '[') - (*end == ')' || *end == ']');
    return "`" + std::string(call.arguments, end) + "`";
}

/* The number at the end of the first word of `text`: 3 of "cfg3, sizeof cfg3 / ...", or -1. */
inline int gpump_trailing_number(const char *text)
{
    size_t end = strcspn(text, " ,");
    size_t start = end;
    while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9')
        start--;
    return start < end ? atoi(text + start) : -1;
}

/* The name of variable k in the current region's table. Its entry begins `{ &_gpump_liN.NAME,
   &_gpump_liN.__NAME, `, so NAME follows the (2k)th of these places. */
inline std::string gpump_variable_name(size_t k)
{
    const gpump_place_t &place = gpump_place();
    std::string otherwise = "variable " + std::to_string(k) + " of cfg" + std::to_string(place.region);
    std::string key = "&_gpump_li" + std::to_string(place.region) + ".";
    std::string text;
    FILE *file = fopen(place.file.c_str(), "r");
    if (!file)
        return otherwise;
    char buffer[4096];
    while (size_t n = fread(buffer, 1, sizeof buffer, file))
        text.append(buffer, n);
    fclose(file);
    size_t at = 0;
    for (size_t i = 0; i <= 2 * k; i++) {
        at = text.find(key, at);
        if (at == std::string::npos)
            return otherwise;
        at += key.size();
    }
    size_t end = at;
    while (end < text.size() && (isalnum((unsigned char)text[end]) || text[end] == '_'))
        end++;
    return "`" + text.substr(at, end - at) + "`";
}

#endif
