/*
 * The C library on the device: what the functions that a region calls may themselves call.
 *
 *     stdio.h    printf fprintf puts putchar fputs fputc putc fwrite fflush, sprintf snprintf
 *     stdlib.h   malloc calloc realloc free, exit abort, abs labs llabs, atoi atol atoll atof strtol strtoul strtoll
 *                strtoull strtod, rand srand rand_r drand48 and its kin, qsort bsearch
 *     string.h   mem... and str... but for strtok, strerror, strcoll
 *     ctype.h    all, in the "C" locale
 *     assert.h   assert
 *     math.h     CUDA's own, with C's meaning (../math.h)
 *
 * The functions have C's names with gpump_ before them, and the device's text calls them so. CUDA has device functions
 * printf, malloc and free of its own, which are not used: that printf drops what its buffer does not hold, and a block
 * of that malloc means nothing to the host.
 *
 * Output is left to the host (mailbox.h), which formats it with the C library's own printf, so every directive of the
 * host is there but %n and those for long double and wide characters. gpump_printf returns nothing, so that no thread
 * waits for the host; where a program uses what printf returns, gpump_printf_length waits for the answer.
 */
#ifndef GPUMP_CUDA_LIBRARY_H
#define GPUMP_CUDA_LIBRARY_H

#include "data.h"
#include "heap.h"
#include "mailbox.h"

#include <stdio.h>

#define GPUMP_C static inline __device__

/* What the allocating functions return: in C a void pointer becomes any other without a cast. */
struct gpump_block_address_t {
    void *address;
    template <class T> __device__ operator T *() const { return static_cast<T *>(address); }
    __device__ bool operator==(decltype(nullptr)) const { return address == nullptr; }
    __device__ bool operator!=(decltype(nullptr)) const { return address != nullptr; }
    __device__ bool operator!() const { return !address; }
};

/* ---- string.h ------------------------------------------------------------------------------------------------- */

GPUMP_C size_t gpump_strlen(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

GPUMP_C size_t gpump_strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

GPUMP_C void *gpump_memcpy(void *to, const void *from, size_t size)
{
    gpump_copy_bytes(to, from, size);
    return to;
}

GPUMP_C void *gpump_memmove(void *to, const void *from, size_t size)
{
    unsigned char *t = static_cast<unsigned char *>(to);
    const unsigned char *f = static_cast<const unsigned char *>(from);
    if ((uintptr_t)t < (uintptr_t)f)
        for (size_t i = 0; i < size; i++)
            t[i] = f[i];
    else
        while (size--)
            t[size] = f[size];
    return to;
}

GPUMP_C void *gpump_memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        static_cast<unsigned char *>(to)[i] = (unsigned char)value;
    return to;
}

GPUMP_C int gpump_memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = static_cast<const unsigned char *>(a), *y = static_cast<const unsigned char *>(b);
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

GPUMP_C void *gpump_memchr(const void *s, int c, size_t size)
{
    const unsigned char *x = static_cast<const unsigned char *>(s);
    for (size_t i = 0; i < size; i++)
        if (x[i] == (unsigned char)c)
            return const_cast<unsigned char *>(x + i);
    return nullptr;
}

GPUMP_C char *gpump_strcpy(char *to, const char *from)
{
    size_t i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
    return to;
}

GPUMP_C char *gpump_strncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}

GPUMP_C char *gpump_strcat(char *to, const char *from)
{
    gpump_strcpy(to + gpump_strlen(to), from);
    return to;
}

GPUMP_C char *gpump_strncat(char *to, const char *from, size_t most)
{
    char *end = to + gpump_strlen(to);
    size_t i = 0;
    for (; i < most && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

GPUMP_C int gpump_strncmp(const char *a, const char *b, size_t most)
{
    for (size_t i = 0; i < most; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return x < y ? -1 : 1;
        if (!x)
            break;
    }
    return 0;
}

GPUMP_C int gpump_strcmp(const char *a, const char *b)
{
    return gpump_strncmp(a, b, (size_t)-1);
}

GPUMP_C char *gpump_strchr(const char *s, int c)
{
    for (;; s++) {
        if (*s == (char)c)
            return const_cast<char *>(s);
        if (!*s)
            return nullptr;
    }
}

GPUMP_C char *gpump_strrchr(const char *s, int c)
{
    const char *found = nullptr;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return const_cast<char *>(found);
    }
}

GPUMP_C size_t gpump_strspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && gpump_strchr(set, s[n]))
        n++;
    return n;
}

GPUMP_C size_t gpump_strcspn(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] && !gpump_strchr(set, s[n]))
        n++;
    return n;
}

GPUMP_C char *gpump_strpbrk(const char *s, const char *set)
{
    s += gpump_strcspn(s, set);
    return *s ? const_cast<char *>(s) : nullptr;
}

GPUMP_C char *gpump_strstr(const char *s, const char *wanted)
{
    size_t size = gpump_strlen(wanted);
    for (;; s++) {
        if (gpump_strncmp(s, wanted, size) == 0)
            return const_cast<char *>(s);
        if (!*s)
            return nullptr;
    }
}

/* ---- ctype.h --------------------------------------------------------------------------------------------------- */

GPUMP_C int gpump_isdigit(int c) { return c >= '0' && c <= '9'; }
GPUMP_C int gpump_isupper(int c) { return c >= 'A' && c <= 'Z'; }
GPUMP_C int gpump_islower(int c) { return c >= 'a' && c <= 'z'; }
GPUMP_C int gpump_isalpha(int c) { return gpump_isupper(c) || gpump_islower(c); }
GPUMP_C int gpump_isalnum(int c) { return gpump_isalpha(c) || gpump_isdigit(c); }
GPUMP_C int gpump_isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
GPUMP_C int gpump_isblank(int c) { return c == ' ' || c == '\t'; }
GPUMP_C int gpump_isprint(int c) { return c >= 32 && c < 127; }
GPUMP_C int gpump_isgraph(int c) { return c > 32 && c < 127; }
GPUMP_C int gpump_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
GPUMP_C int gpump_ispunct(int c) { return gpump_isgraph(c) && !gpump_isalnum(c); }
GPUMP_C int gpump_isxdigit(int c) { return gpump_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
GPUMP_C int gpump_tolower(int c) { return gpump_isupper(c) ? c + 32 : c; }
GPUMP_C int gpump_toupper(int c) { return gpump_islower(c) ? c - 32 : c; }

/* ---- stdio.h: printf --------------------------------------------------------------------------------------------- */

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

/* Finds the arguments that are strings, and how much of each is printed. */
GPUMP_C void gpump_find_strings(const char *format, gpump_value_t *values, int count)
{
    int at = 0;
    while (*format) {
        if (*format++ != '%')
            continue;
        unsigned long long most = ~0ull;
        while (*format && gpump_strchr("-+ #0'123456789", *format))
            format++;
        if (*format == '*') {
            at++;
            format++;
        }
        if (*format == '.') {
            most = 0;
            format++;
            if (*format == '*') {
                int precision = at < count ? (int)values[at].bits : 0;
                most = precision < 0 ? ~0ull : (unsigned long long)precision;
                at++;
                format++;
            }
            for (; gpump_isdigit(*format); format++)
                most = most * 10 + (unsigned long long)(*format - '0');
        }
        while (*format && gpump_strchr("hljztqL", *format))
            format++;
        if (*format == '%') {
            format++;
            continue;
        }
        if (*format == 's' && at < count && values[at].kind == 'p' && values[at].bits) {
            values[at].kind = 's';
            values[at].length = gpump_strnlen(reinterpret_cast<const char *>((uintptr_t)values[at].bits), (size_t)most);
        }
        if (*format)
            format++;
        at++;
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

GPUMP_C void gpump_print(const void *stream, const char *format, gpump_value_t *values, int count)
{
    gpump_find_strings(format, values, count);
    gpump_letter letter(GPUMP_MAIL_PRINT, 8 + gpump_format_bytes(format, values, count));
    letter.number((unsigned long long)reinterpret_cast<uintptr_t>(stream));
    gpump_write_format(letter, format, values, count);
    letter.send();
}

/* The text that the host makes of it, and its length. A message is made large enough for the answer. */
GPUMP_C int gpump_format(char *to, unsigned long long room, const char *format, gpump_value_t *values, int count)
{
    gpump_find_strings(format, values, count);
    unsigned long long bytes = 8 + gpump_format_bytes(format, values, count), answer = 1024 + 64ull * count;
    for (int i = 0; i < count; i++)
        answer += values[i].kind == 's' ? values[i].length : 0;
    if (answer > room + 8)
        answer = room + 8;
    unsigned long long padding = answer > bytes ? answer - bytes : 0;
    gpump_letter letter(GPUMP_MAIL_FORMAT, bytes + padding);
    letter.number(0);
    gpump_write_format(letter, format, values, count);
    for (unsigned long long i = 0; i < padding; i++)
        letter.byte(0);
    letter.send();
    unsigned long long length = letter.answer(to, room ? room - 1 : 0);
    if (room)
        to[length < room ? length : room - 1] = 0;
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
    return gpump_snprintf(to, (size_t)1 << 30, format, arguments...);
}

/* For programs that use what printf returns. */
template <class... T> GPUMP_C int gpump_printf_length(const char *format, T... arguments)
{
    gpump_printf(format, arguments...);
    return gpump_snprintf(nullptr, 0, format, arguments...);
}

GPUMP_C size_t gpump_fwrite(const void *from, size_t size, size_t count, const void *stream)
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

/* ---- stdlib.h: ends, and assert ------------------------------------------------------------------------------------ */

[[noreturn]] GPUMP_C void gpump_exit(int status)
{
    gpump_end(GPUMP_MAIL_EXIT, (unsigned long long)(long long)status);
}

[[noreturn]] GPUMP_C void gpump_abort()
{
    gpump_end(GPUMP_MAIL_ABORT, 0);
}

[[noreturn]] GPUMP_C void gpump_assert_fail(const char *what, const char *file, int line, const char *function)
{
    gpump_fprintf(gpump_block()->team.mailbox->standard_error, "%s:%d: %s: Assertion `%s' failed.\n", file, line,
                  function, what);
    gpump_abort();
}

/* ---- stdlib.h: memory ------------------------------------------------------------------------------------------------ */

GPUMP_C gpump_block_address_t gpump_malloc(size_t size)
{
    return {gpump_heap_allocate(gpump_block()->team.heap, size)};
}

GPUMP_C gpump_block_address_t gpump_calloc(size_t count, size_t size)
{
    if (size && count > (size_t)-1 / size)
        return {nullptr};
    void *block = gpump_heap_allocate(gpump_block()->team.heap, count * size);
    return {block ? gpump_memset(block, 0, count * size) : nullptr};
}

/* A block of the C library's own, which some library gave the program, is put on a list: the host frees it after the
   region. */
GPUMP_C void gpump_free(void *block)
{
    gpump_heap_t *heap = gpump_block()->team.heap;
    if (!block)
        return;
    if (gpump_heap_has(heap, block)) {
        if (!gpump_heap_release(heap, block))
            gpump_stop("free in a region, of what is no block in use", block);
        return;
    }
    unsigned long long first = gpump_heap_load(&heap->foreign);
    do {
        first = gpump_heap_load(&heap->foreign);
        *static_cast<volatile unsigned long long *>(block) = first;
        __threadfence();
    } while (!gpump_heap_swap(&heap->foreign, first, (unsigned long long)reinterpret_cast<uintptr_t>(block)));
}

GPUMP_C gpump_block_address_t gpump_realloc(void *block, size_t size)
{
    gpump_heap_t *heap = gpump_block()->team.heap;
    if (!block)
        return gpump_malloc(size);
    if (!gpump_heap_has(heap, block))
        gpump_stop("realloc in a region, of a block that a library of the host's allocated", block);
    if (size == 0) {
        gpump_free(block);
        return {nullptr};
    }
    gpump_heap_header_t *header = gpump_heap_header(block);
    if (size + sizeof *header <= gpump_heap_bytes(header->kind)) {
        gpump_heap_store(&header->size, size);
        return {block};
    }
    void *larger = gpump_heap_allocate(heap, size);
    if (larger) {
        gpump_copy_bytes(larger, block, header->size < size ? header->size : size);
        gpump_free(block);
    }
    return {larger};
}

/* ---- stdlib.h: numbers --------------------------------------------------------------------------------------------- */

GPUMP_C int gpump_abs(int x) { return x < 0 ? -x : x; }
GPUMP_C long gpump_labs(long x) { return x < 0 ? -x : x; }
GPUMP_C long long gpump_llabs(long long x) { return x < 0 ? -x : x; }

/* The digits' value, and where they end. `limit` is the largest that the result's type holds. */
GPUMP_C unsigned long long gpump_digits(const char *text, const char **end, int base, unsigned long long limit,
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
    return negative ? 0 - value : value;
}

GPUMP_C long gpump_strtol(const char *text, char **end, int base) { return (long)gpump_strtoll(text, end, base); }
GPUMP_C unsigned long gpump_strtoul(const char *text, char **end, int base)
{
    return (unsigned long)gpump_strtoull(text, end, base);
}
GPUMP_C int gpump_atoi(const char *text) { return (int)gpump_strtoll(text, nullptr, 10); }
GPUMP_C long gpump_atol(const char *text) { return (long)gpump_strtoll(text, nullptr, 10); }
GPUMP_C long long gpump_atoll(const char *text) { return gpump_strtoll(text, nullptr, 10); }

/* Right to the last bit for up to 15 digits and small exponents, and nearly so beyond; no hexadecimal numbers. */
GPUMP_C double gpump_strtod(const char *text, char **end)
{
    const char *s = text;
    bool negative, any = false;
    unsigned long long digits = 0;
    int exponent = 0;
    while (gpump_isspace(*s))
        s++;
    negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    bool point = false;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = true;
            continue;
        }
        if (!gpump_isdigit(*s))
            break;
        any = true;
        if (digits < 100000000000000000ull) {
            digits = digits * 10 + (unsigned long long)(*s - '0');
            exponent -= point;
        } else {
            exponent += !point;
        }
    }
    if (any && (*s == 'e' || *s == 'E')) {
        const char *e = s + 1;
        bool down = *e == '-';
        if (*e == '-' || *e == '+')
            e++;
        if (gpump_isdigit(*e)) {
            int value = 0;
            for (; gpump_isdigit(*e); e++)
                value = value < 10000 ? value * 10 + (*e - '0') : value;
            exponent += down ? -value : value;
            s = e;
        }
    }
    if (end)
        *end = const_cast<char *>(any ? s : text);
    double value = (double)digits;
    for (; exponent > 0 && value < 1e300 * 1e8; exponent--)
        value *= 10;
    double divisor = 1;
    for (; exponent < 0; exponent++) {
        divisor *= 10;
        if (divisor >= 1e22) { /* the largest power of ten that a double holds exactly */
            value /= divisor;
            divisor = 1;
            if (value == 0)
                break;
        }
    }
    value /= divisor;
    return negative ? -value : value;
}

GPUMP_C double gpump_atof(const char *text) { return gpump_strtod(text, nullptr); }

/* ---- stdlib.h: random numbers ------------------------------------------------------------------------------------------
   rand has one state for the whole team, as in C one for the program, but not the host's; so the numbers are others
   than on the host, and which thread gets which is open. rand_r and erand48 keep their state with the caller and give the
   host's C library's numbers. */

GPUMP_COMMON unsigned long long gpump_rand_state;

GPUMP_C int gpump_rand_r(unsigned int *seed)
{
    unsigned int next = *seed, result;
    next = next * 1103515245u + 12345u;
    result = next / 65536 % 2048;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}

GPUMP_C void gpump_srand(unsigned int seed)
{
    atomicExch(&gpump_rand_state, (unsigned long long)seed);
}

/* The nth call mixes the state plus n steps of an odd number, all of whose bits depend on one another afterwards. */
GPUMP_C int gpump_rand()
{
    unsigned long long x = atomicAdd(&gpump_rand_state, 0x9e3779b97f4a7c15ull) + 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (int)((x ^ x >> 31) >> 33);
}

GPUMP_C unsigned long long gpump_step48(unsigned short *state)
{
    unsigned long long x = state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32;
    x = (x * 0x5deece66dull + 11) & 0xffffffffffffull;
    state[0] = (unsigned short)x;
    state[1] = (unsigned short)(x >> 16);
    state[2] = (unsigned short)(x >> 32);
    return x;
}

GPUMP_C double gpump_erand48(unsigned short *state) { return (double)gpump_step48(state) / 281474976710656.0; }
GPUMP_C long gpump_nrand48(unsigned short *state) { return (long)(gpump_step48(state) >> 17); }
GPUMP_C double gpump_drand48() { return (double)gpump_rand() / 2147483648.0; }

/* ---- stdlib.h: qsort, bsearch -------------------------------------------------------------------------------------------
   The comparison is a function of the device: gpump_function(p) for a pointer that the program passes. */

GPUMP_C void gpump_exchange(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* A heap sort: no recursion, whose stack a device thread may not have, and n log n at worst. */
template <class Compare> GPUMP_C void gpump_qsort(void *base, size_t count, size_t size, Compare *compare)
{
    unsigned char *items = static_cast<unsigned char *>(base);
    size_t start = count / 2, end = count;
    while (end > 1) {
        if (start > 0)
            start--;
        else
            gpump_exchange(items, items + --end * size, size);
        for (size_t root = start; 2 * root + 1 < end;) {
            size_t child = 2 * root + 1;
            if (child + 1 < end && compare(items + child * size, items + (child + 1) * size) < 0)
                child++;
            if (compare(items + root * size, items + child * size) >= 0)
                break;
            gpump_exchange(items + root * size, items + child * size, size);
            root = child;
        }
    }
}

template <class Compare>
GPUMP_C void *gpump_bsearch(const void *key, const void *base, size_t count, size_t size, Compare *compare)
{
    const unsigned char *items = static_cast<const unsigned char *>(base);
    size_t low = 0;
    while (low < count) {
        size_t middle = low + (count - low) / 2;
        int order = compare(key, items + middle * size);
        if (order == 0)
            return const_cast<unsigned char *>(items + middle * size);
        if (order < 0)
            count = middle;
        else
            low = middle + 1;
    }
    return nullptr;
}

#endif

/* From here on <math.h> means what it means in C (../math.h). */
#define GPUMP_C_MATH
#include <math.h>
