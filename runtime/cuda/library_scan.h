/*
 * sscanf in a region. The format says what each pointer leads to, as in C.
 */
#ifndef GPUMP_CUDA_LIBRARY_SCAN_H
#define GPUMP_CUDA_LIBRARY_SCAN_H

#include "library_numbers.h"

/* One directive: %*5ld is {skip, width 5, length 'l', conversion 'd'}. */
struct gpump_directive_t {
    bool skip;
    unsigned int width; /* 0: none */
    char length;        /* H for hh, q for ll */
    char conversion;
    const char *set, *set_end; /* of %[ */
};

GPUMP_C const char *gpump_read_directive(const char *format, gpump_directive_t *it)
{
    *it = {false, 0, 0, 0, nullptr, nullptr};
    if (*format == '*') {
        it->skip = true;
        format++;
    }
    for (; gpump_isdigit(*format); format++)
        it->width = it->width * 10 + (unsigned int)(*format - '0');
    for (; *format && gpump_strchr("hljztqL", *format); format++)
        it->length = *format == 'h' && it->length == 'h'   ? 'H'
                     : *format == 'l' && it->length == 'l' ? 'q'
                                                           : *format;
    it->conversion = *format;
    if (*format)
        format++;
    if (it->conversion == '[') {
        it->set = format;
        if (*format == '^')
            format++;
        if (*format == ']')
            format++;
        while (*format && *format != ']')
            format++;
        it->set_end = format;
        if (*format)
            format++;
    }
    return format;
}

GPUMP_C bool gpump_is_in_set(const gpump_directive_t &it, char c)
{
    const char *at = it.set;
    bool not_in = *at == '^', found = false;
    for (at += not_in; at < it.set_end; at++) {
        if (at + 2 < it.set_end && at[1] == '-') {
            found = found || (c >= at[0] && c <= at[2]);
            at += 2;
        } else {
            found = found || c == *at;
        }
    }
    return found != not_in;
}

GPUMP_C void gpump_store_scanned(void *to, char length, unsigned long long value)
{
    switch (length) {
    case 'H': *static_cast<unsigned char *>(to) = (unsigned char)value; break;
    case 'h': *static_cast<unsigned short *>(to) = (unsigned short)value; break;
    case 0: *static_cast<unsigned int *>(to) = (unsigned int)value; break;
    default: *static_cast<unsigned long long *>(to) = value; break;
    }
}

/* A number at `s`, which has no blanks before it; returns where it ends, or null when there is none. */
GPUMP_C const char *gpump_scan_number(const gpump_directive_t &it, const char *s, void *to)
{
    char part[128]; /* a width cuts the text off */
    const char *text = s;
    if (it.width && gpump_number_span(s) > it.width) {
        size_t n = gpump_strnlen(s, it.width < sizeof part - 1 ? it.width : sizeof part - 1);
        gpump_copy_bytes(part, s, n);
        part[n] = 0;
        text = part;
    }
    char *end;
    if (gpump_strchr("diouxXp", it.conversion)) {
        int base = gpump_strchr("xXp", it.conversion) ? 16 : it.conversion == 'o' ? 8 : it.conversion == 'i' ? 0 : 10;
        unsigned long long value = gpump_strchr("di", it.conversion)
                                       ? (unsigned long long)gpump_strtoll(text, &end, base)
                                       : gpump_strtoull(text, &end, base);
        if (end != text && to)
            gpump_store_scanned(to, it.conversion == 'p' ? 'q' : it.length, value);
    } else if (it.length == 'l') {
        double value = gpump_strtod(text, &end);
        if (end != text && to)
            *static_cast<double *>(to) = value;
    } else {
        float value = gpump_strtof(text, &end);
        if (end != text && to)
            *static_cast<float *>(to) = value;
    }
    return end == text ? nullptr : s + (end - text);
}

/* Characters of %c, %s and %[; returns where they end, or null when there is none. */
GPUMP_C const char *gpump_scan_text(const gpump_directive_t &it, const char *s, char *to)
{
    unsigned int most = it.width ? it.width : it.conversion == 'c' ? 1 : ~0u, n = 0;
    for (; n < most && s[n]; n++) {
        if (it.conversion == 's' ? gpump_isspace((unsigned char)s[n])
                                 : it.conversion == '[' && !gpump_is_in_set(it, s[n]))
            break;
        if (to)
            to[n] = s[n];
    }
    if (n == 0 || (it.conversion == 'c' && n < most))
        return nullptr;
    if (to && it.conversion != 'c')
        to[n] = 0;
    return s + n;
}

GPUMP_C const char *gpump_skip_blanks(const char *s)
{
    while (gpump_isspace((unsigned char)*s))
        s++;
    return s;
}

GPUMP_APART int gpump_scan(const char *text, const char *format, void *const *places)
{
    const char *s = text;
    int stored = 0;
    while (*format) {
        if (gpump_isspace((unsigned char)*format)) {
            s = gpump_skip_blanks(s);
            format++;
            continue;
        }
        gpump_directive_t it = {};
        if (*format == '%')
            format = gpump_read_directive(format + 1, &it);
        else
            it.conversion = 0;
        if (it.conversion == 0 || it.conversion == '%') {
            if (it.conversion == '%')
                s = gpump_skip_blanks(s);
            char wanted = it.conversion == '%' ? '%' : *format++;
            if (*s != wanted)
                return *s || stored ? stored : EOF;
            s++;
            continue;
        }
        void *to = it.skip ? nullptr : *places++;
        if (it.conversion == 'n') {
            gpump_store_scanned(to, it.length, (unsigned long long)(s - text));
            continue;
        }
        bool is_text = it.conversion == 'c' || it.conversion == '[' || it.conversion == 's';
        if (!is_text || it.conversion == 's')
            s = gpump_skip_blanks(s);
        if (!*s)
            return stored ? stored : EOF; /* as glibc has it, also behind what is read and not stored */
        const char *end = is_text ? gpump_scan_text(it, s, static_cast<char *>(to)) : gpump_scan_number(it, s, to);
        if (!end)
            return stored;
        s = end;
        stored += to != nullptr;
    }
    return stored;
}

template <class... T> GPUMP_C int gpump_sscanf(const char *text, const char *format, T *...places)
{
    void *all[sizeof...(T) + 1] = {static_cast<void *>(places)..., nullptr};
    return gpump_scan(text, format, all);
}

#endif
