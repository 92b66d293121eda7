/*
 * Output from a region: stdio.h's printf and its kin, puts, fwrite, fflush.
 *
 * It is left to the host (mailbox.h), which formats it with the C library's own printf, so every directive of the host is
 * there but %n and those for long double and wide characters. gpump_printf returns nothing, so that no thread waits for
 * the host; where a program uses what printf returns, gpump_printf_length waits for the answer.
 */
#ifndef GPUMP_CUDA_LIBRARY_PRINT_H
#define GPUMP_CUDA_LIBRARY_PRINT_H

#include <stdarg.h>

#include "library_text.h"
#include "mailbox.h"

/* ---- A format's arguments ---------------------------------------------------------------------------------------- */

struct gpump_value_t {
    char kind; /* i, f, p; s when a directive %s takes it */
    unsigned long long bits;
    unsigned long long length;
};

template <class T> GPUMP_C gpump_value_t gpump_value(T value)
{
    if constexpr (std::is_floating_point<T>::value) {
        double wide = (double)value;
        gpump_value_t result = {'f', 0, 0};
        gpump_copy_bytes(&result.bits, &wide, sizeof wide);
        return result;
    } else if constexpr (std::is_pointer<T>::value) {
        return gpump_value_t{'p', (unsigned long long)reinterpret_cast<uintptr_t>(value), 0};
    } else if constexpr (std::is_enum<T>::value || std::is_integral<T>::value) {
        return gpump_value_t{'i', (unsigned long long)value, 0};
    } else {
        return gpump_value_t{'p', (unsigned long long)reinterpret_cast<uintptr_t>((void *)value), 0};
    }
}

/* A directive of a format. */
struct gpump_format_directive_t {
    bool has_width, has_precision; /* whether an argument says it: `*` */
    unsigned long long precision;  /* the largest number where there is none */
    char size;                     /* of h, l, j, z, t, q and L the last one; 0 where there is none */
    char conversion;               /* 0 at the end of a format that ends within one */
};

/* Reads the next directive that takes an argument, and leaves the format behind it. */
GPUMP_C bool gpump_next_of_format(const char *&format, gpump_format_directive_t &found)
{
    for (;;) {
        while (*format && *format != '%')
            format++;
        if (!*format++)
            return false;
        found = {false, false, ~0ull, 0, 0};
        while (*format && gpump_strchr("-+ #0'123456789", *format))
            format++;
        found.has_width = *format == '*';
        format += found.has_width;
        if (*format == '.') {
            format++;
            found.has_precision = *format == '*';
            format += found.has_precision;
            found.precision = 0;
            for (; gpump_isdigit(*format); format++)
                found.precision = found.precision * 10 + (unsigned long long)(*format - '0');
        }
        while (*format && gpump_strchr("hljztqL", *format))
            found.size = *format++;
        found.conversion = *format;
        format += *format != 0;
        if (found.conversion != '%')
            return true;
    }
}

/* Finds the arguments that are strings, and how much of each is printed. */
GPUMP_C void gpump_find_strings(const char *format, gpump_value_t *values, int count)
{
    gpump_format_directive_t found;
    for (int at = 0; gpump_next_of_format(format, found); at++) {
        unsigned long long most = found.precision;
        at += found.has_width;
        if (found.has_precision) {
            int precision = at < count ? (int)values[at].bits : 0;
            most = precision < 0 ? ~0ull : (unsigned long long)precision;
            at++;
        }
        if (found.conversion == 's' && at < count && values[at].kind == 'p' && values[at].bits) {
            values[at].kind = 's';
            values[at].length = gpump_strnlen(reinterpret_cast<const char *>((uintptr_t)values[at].bits), (size_t)most);
        }
    }
}

/* The bytes of a format with its arguments in a message, and the message's writing. */
GPUMP_C unsigned long long gpump_format_bytes(const char *format, const gpump_value_t *values, int count)
{
    unsigned long long bytes = 8 + gpump_strlen(format);
    for (int i = 0; i < count; i++)
        bytes += 9 + (values[i].kind == 's' ? values[i].length : 0);
    return bytes;
}

GPUMP_C void gpump_write_format(gpump_letter &letter, const char *format, const gpump_value_t *values, int count)
{
    unsigned long long length = gpump_strlen(format);
    letter.number(length);
    letter.text(format, length);
    for (int i = 0; i < count; i++) {
        letter.byte((unsigned char)values[i].kind);
        letter.number(values[i].kind == 's' ? values[i].length : values[i].bits);
        if (values[i].kind == 's')
            letter.text(reinterpret_cast<const char *>((uintptr_t)values[i].bits), values[i].length);
    }
}

GPUMP_APART void gpump_print(const void *stream, const char *format, gpump_value_t *values, int count)
{
    gpump_find_strings(format, values, count);
    gpump_letter letter(GPUMP_MAIL_PRINT, 8 + gpump_format_bytes(format, values, count));
    letter.number((unsigned long long)reinterpret_cast<uintptr_t>(stream));
    gpump_write_format(letter, format, values, count);
    letter.send();
}

/*
 * The text that the host makes of it, and its length. The answer comes in the message's own room: the first is made large
 * enough for most texts, and where the host says that its text is longer, a second one for that.
 */
GPUMP_APART int gpump_format(char *to, unsigned long long room, const char *format, gpump_value_t *values, int count)
{
    gpump_find_strings(format, values, count);
    const unsigned long long bytes = 8 + gpump_format_bytes(format, values, count), most = room ? room - 1 : 0;
    unsigned long long answer = 1024 + 64ull * count, length;
    for (int i = 0; i < count; i++)
        answer += values[i].kind == 's' ? values[i].length : 0;
    if (answer > most)
        answer = most;
    for (bool is_enough = false; !is_enough;) {
        const unsigned long long padding = answer > bytes ? answer - bytes : 0;
        gpump_letter letter(GPUMP_MAIL_FORMAT, bytes + padding);
        letter.number(0);
        gpump_write_format(letter, format, values, count);
        for (unsigned long long i = 0; i < padding; i++)
            letter.byte(0);
        letter.send();
        const unsigned long long held = bytes + padding;
        length = letter.answer(to, most < held ? most : held);
        const unsigned long long wanted = length < most ? length : most;
        is_enough = wanted <= held;
        answer = wanted;
    }
    if (room)
        to[length < most ? length : most] = 0;
    return (int)length;
}

template <class... T> GPUMP_C void gpump_fprintf(const void *stream, const char *format, T... arguments)
{
    gpump_value_t values[sizeof...(T) + 1] = {gpump_value(arguments)..., {}};
    gpump_print(stream, format, values, (int)sizeof...(T));
}

template <class... T> GPUMP_C void gpump_printf(const char *format, T... arguments)
{
    gpump_fprintf(gpump_block()->team.mailbox->standard_output, format, arguments...);
}

template <class... T> GPUMP_C int gpump_snprintf(char *to, size_t room, const char *format, T... arguments)
{
    gpump_value_t values[sizeof...(T) + 1] = {gpump_value(arguments)..., {}};
    return gpump_format(to, room, format, values, (int)sizeof...(T));
}

template <class... T> GPUMP_C int gpump_sprintf(char *to, const char *format, T... arguments)
{
    return gpump_snprintf(to, (size_t)-1 >> 1, format, arguments...);
}

/* For programs that use what printf returns. */
template <class... T> GPUMP_C int gpump_printf_length(const char *format, T... arguments)
{
    gpump_printf(format, arguments...);
    return gpump_snprintf(nullptr, 0, format, arguments...);
}

template <class... T> GPUMP_C int gpump_fprintf_length(const void *stream, const char *format, T... arguments)
{
    gpump_fprintf(stream, format, arguments...);
    return gpump_snprintf(nullptr, 0, format, arguments...);
}

/* ---- Formats whose arguments stand in a list --------------------------------------------------------------------- */

/* How many arguments a format takes. */
GPUMP_C int gpump_count_arguments(const char *format)
{
    int count = 0;
    gpump_format_directive_t found;
    while (gpump_next_of_format(format, found))
        count += 1 + found.has_width + found.has_precision;
    return count;
}

/* Takes them from a list. A list that is handed on is not the same behind that: one function takes them all. */
GPUMP_C void gpump_take_arguments(const char *format, va_list list, gpump_value_t *values)
{
    gpump_format_directive_t found;
    while (gpump_next_of_format(format, found)) {
        const bool is_long = found.size && found.size != 'h';
        for (int stars = found.has_width + found.has_precision; stars > 0; stars--)
            *values++ = gpump_value(va_arg(list, int));
        switch (found.conversion) {
        case 'd':
        case 'i':
            *values++ = is_long ? gpump_value(va_arg(list, long long)) : gpump_value(va_arg(list, int));
            break;
        case 'c':
            *values++ = gpump_value(va_arg(list, int));
            break;
        case 's':
        case 'p':
        case 'n':
            *values++ = gpump_value(va_arg(list, void *));
            break;
        case 'o':
        case 'u':
        case 'x':
        case 'X':
            *values++ = is_long ? gpump_value(va_arg(list, unsigned long long)) : gpump_value(va_arg(list, unsigned int));
            break;
        default:
            *values++ = gpump_value(va_arg(list, double));
        }
    }
}

GPUMP_APART void gpump_vfprintf(const void *stream, const char *format, va_list list)
{
    const int count = gpump_count_arguments(format);
    gpump_value_t *values = static_cast<gpump_value_t *>(__builtin_alloca((count + 1) * sizeof *values));
    gpump_take_arguments(format, list, values);
    gpump_print(stream, format, values, count);
}

GPUMP_APART int gpump_vsnprintf(char *to, size_t room, const char *format, va_list list)
{
    const int count = gpump_count_arguments(format);
    gpump_value_t *values = static_cast<gpump_value_t *>(__builtin_alloca((count + 1) * sizeof *values));
    gpump_take_arguments(format, list, values);
    return gpump_format(to, room, format, values, count);
}

GPUMP_C int gpump_vsprintf(char *to, const char *format, va_list list)
{
    return gpump_vsnprintf(to, (size_t)-1 >> 1, format, list);
}

GPUMP_C void gpump_vprintf(const char *format, va_list list)
{
    gpump_vfprintf(gpump_block()->team.mailbox->standard_output, format, list);
}

/* For programs that use what vprintf returns. */
GPUMP_C int gpump_vfprintf_length(const void *stream, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    gpump_vfprintf(stream, format, list);
    const int length = gpump_vsnprintf(nullptr, 0, format, again);
    va_end(again);
    return length;
}

GPUMP_C int gpump_vprintf_length(const char *format, va_list list)
{
    return gpump_vfprintf_length(gpump_block()->team.mailbox->standard_output, format, list);
}

GPUMP_APART size_t gpump_fwrite(const void *from, size_t size, size_t count, const void *stream)
{
    gpump_letter letter(GPUMP_MAIL_WRITE, 8 + size * count);
    letter.number((unsigned long long)reinterpret_cast<uintptr_t>(stream));
    letter.text(static_cast<const char *>(from), size * count);
    letter.send();
    return count;
}

GPUMP_C int gpump_fputs(const char *text, const void *stream)
{
    gpump_fwrite(text, 1, gpump_strlen(text), stream);
    return 1;
}

GPUMP_C int gpump_fputc(int c, const void *stream)
{
    char byte = (char)c;
    gpump_fwrite(&byte, 1, 1, stream);
    return (unsigned char)c;
}

GPUMP_C int gpump_putc(int c, const void *stream)
{
    return gpump_fputc(c, stream);
}

GPUMP_C int gpump_putchar(int c)
{
    return gpump_fputc(c, gpump_block()->team.mailbox->standard_output);
}

/* One message, so that another thread's does not come between the text and its end. */
GPUMP_C int gpump_puts(const char *text)
{
    gpump_printf("%s\n", text);
    return 1;
}

GPUMP_C int gpump_fflush(const void *stream)
{
    gpump_letter letter(GPUMP_MAIL_FLUSH, 8);
    letter.number((unsigned long long)reinterpret_cast<uintptr_t>(stream));
    letter.send();
    return 0;
}

#endif
