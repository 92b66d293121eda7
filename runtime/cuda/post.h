/*
 * The mailbox's other end: the host reads the device's messages (mailbox.h) and does what they say.
 *
 * What the host looks at all the time while a region runs lies in page-locked memory, on a page of its own, in front of the
 * ring. Among the program's static data it would share pages with variables that the region uses, and a device that
 * reaches them by page tables of its own (HMM) would lose these pages to the host at each look.
 */
#include "host.h"

#include <new>

namespace gpump {

static const size_t POST_BYTES = 4096;

struct Post {
    gpump_mail_t *entries;           /* the ring */
    unsigned long long tail = 0;     /* the next entry to read */
    std::vector<unsigned char> letter; /* as far as it has come */
    unsigned long long first = 0, wanted = 0; /* its first entry; its bytes */
    bool keeps = false;              /* its entries, until its answer has been read */
    bool ends = false;               /* the device has asked for the program's end */
    int end_kind = 0, end_status = 0;
    unsigned char is_done = 0;       /* set by the device when a region has ended (launch.h) */

    void read();

private:
    gpump_mail_t *entry(unsigned long long ticket) const { return &entries[ticket % GPUMP_MAIL_ENTRIES]; }
    void answer(unsigned long long first, unsigned long long count, const char *text, size_t length);
    void obey(unsigned long long count);
};

static_assert(sizeof(Post) <= POST_BYTES, "");
static std::atomic<Post *> post;

/* Behind an exit in a region there is no device any more. */
static bool program_ends()
{
    const Post *made = post.load(std::memory_order_acquire);
    return made && __atomic_load_n(&made->ends, __ATOMIC_ACQUIRE);
}

static long long nanoseconds(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* The ring is host memory that the device reaches wherever managed memory works or not. */
static gpump_mailbox_t *make_mailbox()
{
    size_t size = POST_BYTES + GPUMP_MAIL_ENTRIES * sizeof(gpump_mail_t);
    gpump_mailbox_t box, *on_device;
    unsigned char *memory;
    unsigned long long *head;
    check(cudaHostAlloc((void **)&memory, size, cudaHostAllocMapped), "cudaHostAlloc");
    memset(memory, 0, size);
    gpump_mail_t *entries = reinterpret_cast<gpump_mail_t *>(memory + POST_BYTES);
    Post *made = new (memory) Post;
    made->entries = entries;
    post.store(made, std::memory_order_release);
    check(cudaMalloc((void **)&head, sizeof *head), "cudaMalloc");
    check(cudaMemset(head, 0, sizeof *head), "cudaMemset");
    box.entries = entries;
    box.head = head;
    box.standard_output = stdout;
    box.standard_error = stderr;
    box.standard_input = stdin;
    box.wall_ahead = nanoseconds(CLOCK_REALTIME) - nanoseconds(CLOCK_MONOTONIC);
    check(cudaMalloc((void **)&on_device, sizeof box), "cudaMalloc");
    check(cudaMemcpy(on_device, &box, sizeof box, cudaMemcpyHostToDevice), "cudaMemcpy");
    return on_device;
}

/* ---- A message's contents ---- */

struct Reader {
    const unsigned char *at, *end;

    unsigned long long number()
    {
        unsigned long long value = 0;
        if (end - at >= 8) {
            memcpy(&value, at, 8);
            at += 8;
        }
        return value;
    }
    unsigned char byte() { return at < end ? *at++ : 0; }
    std::vector<char> text()
    {
        unsigned long long length = number();
        if (length > (unsigned long long)(end - at))
            length = (unsigned long long)(end - at);
        std::vector<char> result(at, at + length);
        result.push_back(0);
        at += length;
        return result;
    }
};

struct Argument {
    unsigned char kind;
    unsigned long long bits;
    std::vector<char> text;
};

static Argument next_argument(Reader &reader)
{
    Argument argument = {reader.byte(), 0, {}};
    if (argument.kind == 's')
        argument.text = reader.text();
    else
        argument.bits = reader.number();
    return argument;
}

static double as_double(const Argument &argument)
{
    double value;
    memcpy(&value, &argument.bits, sizeof value);
    return value;
}

template <class T> static void print_one(std::vector<char> &out, const char *directive, T value)
{
    int length = snprintf(nullptr, 0, directive, value);
    if (length <= 0)
        return;
    size_t before = out.size();
    out.resize(before + (size_t)length + 1);
    snprintf(&out[before], (size_t)length + 1, directive, value);
    out.pop_back();
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

/* One directive by its length modifier. */
static void print_integer(std::vector<char> &out, std::vector<char> directive, const char *length, char conversion,
                          unsigned long long bits)
{
    bool is_signed = conversion == 'd' || conversion == 'i';
    long long value = (long long)bits;
    if (!strcmp(length, "hh"))
        value = is_signed ? (long long)(signed char)bits : (long long)(unsigned char)bits;
    else if (!strcmp(length, "h"))
        value = is_signed ? (long long)(short)bits : (long long)(unsigned short)bits;
    else if (!*length)
        value = is_signed ? (long long)(int)bits : (long long)(unsigned int)bits;
    directive.push_back('l');
    directive.push_back('l');
    directive.push_back(conversion);
    directive.push_back(0);
    print_one(out, directive.data(), value);
}

/* printf, with the arguments of a message. */
static std::vector<char> formatted(Reader &reader)
{
    std::vector<char> format = reader.text(), out;
    for (const char *at = format.data(); *at;) {
        if (*at != '%') {
            out.push_back(*at++);
            continue;
        }
        const char *start = at;
        std::vector<char> directive(1, *at++);
        char length[3] = "";
        while (*at && strchr("-+ #0'.123456789*", *at)) {
            if (*at != '*') {
                directive.push_back(*at++);
                continue;
            }
            at++;
            int value = (int)next_argument(reader).bits;
            if (value < 0 && directive.back() == '.') {
                directive.pop_back(); /* as if there were no precision (C17 7.21.6.1, 5) */
                continue;
            }
            char number[16];
            snprintf(number, sizeof number, "%d", value);
            directive.insert(directive.end(), number, number + strlen(number));
        }
        for (int i = 0; *at && strchr("hljztqL", *at); at++)
            if (i < 2)
                length[i++] = *at;
        char conversion = *at ? *at++ : 0;
        if (conversion == '%') {
            out.push_back('%');
            continue;
        }
        bool is_wide = *length == 'l' && (conversion == 'c' || conversion == 's');
        if (!conversion || !strchr("diouxXeEfFgGaAcsp", conversion) || is_wide)
            fail("a region prints `%.*s`, and the device has numbers, characters and strings alone, in the order of the "
                 "arguments",
                 (int)(at - start), start);
        Argument argument = next_argument(reader);
        if (strchr("diouxX", conversion)) {
            print_integer(out, directive, length, conversion, argument.bits);
            continue;
        }
        directive.push_back(conversion);
        directive.push_back(0);
        if (strchr("eEfFgGaA", conversion))
            print_one(out, directive.data(), as_double(argument));
        else if (conversion == 'c' && (int)(unsigned char)argument.bits == 0)
            out.push_back(0);
        else if (conversion == 'c')
            print_one(out, directive.data(), (int)argument.bits);
        else if (conversion == 's' && argument.kind == 's')
            print_one(out, directive.data(), (const char *)argument.text.data());
        else if (conversion == 's')
            print_one(out, directive.data(), "(null)");
        else if (conversion == 'p')
            print_one(out, directive.data(), (void *)(uintptr_t)argument.bits);
    }
    return out;
}

#pragma GCC diagnostic pop

/* ---- Doing what a message says ---- */

static unsigned long long turn(unsigned long long ticket, unsigned int phase)
{
    return ticket / GPUMP_MAIL_ENTRIES * 4 + phase;
}

/* The message of `count` entries from `first` on gets the answer. */
void Post::answer(unsigned long long first, unsigned long long count, const char *text, size_t length)
{
    unsigned long long room = (count * GPUMP_MAIL_WORDS - 1) * 8;
    unsigned long long copied = length < room ? length : room;
    __atomic_store_n(&entry(first)->words[0], (unsigned long long)length, __ATOMIC_RELAXED);
    unsigned long long at = 1;
    for (unsigned long long done = 0; done < copied; done += 8, at++) {
        unsigned long long value = 0;
        memcpy(&value, text + done, copied - done < 8 ? copied - done : 8);
        __atomic_store_n(&entry(first + at / GPUMP_MAIL_WORDS)->words[at % GPUMP_MAIL_WORDS], value, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&entry(first)->state, turn(first, 2), __ATOMIC_RELEASE);
}

void Post::obey(unsigned long long count)
{
    unsigned long long kind = 0;
    memcpy(&kind, &letter[8], 8);
    Reader reader = {letter.data() + 16, letter.data() + letter.size()};
    unsigned long long subject = reader.number(); /* a FILE *, a status */
    FILE *stream = reinterpret_cast<FILE *>((uintptr_t)subject);
    switch ((gpump_mail_kind_t)kind) {
    case GPUMP_MAIL_PRINT: {
        std::vector<char> text = formatted(reader);
        fwrite(text.data(), 1, text.size(), stream);
        break;
    }
    case GPUMP_MAIL_FORMAT: {
        std::vector<char> text = formatted(reader);
        answer(first, count, text.data(), text.size());
        break;
    }
    case GPUMP_MAIL_WRITE:
        fwrite(reader.at, 1, (size_t)(reader.end - reader.at), stream);
        break;
    case GPUMP_MAIL_FLUSH:
        fflush(stream);
        break;
    case GPUMP_MAIL_CALL: {
        unsigned long long a = reader.number(), b = reader.number();
        std::vector<char> bytes = answer_to((gpump_call_t)subject, a, b, reader.text().data());
        answer(first, count, bytes.data(), bytes.size());
        break;
    }
    case GPUMP_MAIL_EXIT:
    case GPUMP_MAIL_QUICK_EXIT:
    case GPUMP_MAIL_ABORT:
        __atomic_store_n(&ends, true, __ATOMIC_RELEASE);
        end_kind = (int)kind;
        end_status = (int)subject;
        answer(first, count, nullptr, 0);
        break;
    case GPUMP_MAIL_STOP:
        if (!subject)
            fail("%.*s", (int)(reader.end - reader.at), reinterpret_cast<const char *>(reader.at));
        fail("%.*s: %p", (int)(reader.end - reader.at), reinterpret_cast<const char *>(reader.at),
             reinterpret_cast<void *>((uintptr_t)subject));
    }
}

static void end_program(const Post &post)
{
    if (post.end_kind == GPUMP_MAIL_ABORT) {
        fflush(nullptr); /* abort need not, and what led to it may be in there */
        abort();
    }
    if (post.end_kind == GPUMP_MAIL_QUICK_EXIT)
        _exit(post.end_status);
    exit(post.end_status);
}

/* A message that gets an answer stays in its entries until the thread has read that. */
static bool is_answered(unsigned long long kind)
{
    return kind != GPUMP_MAIL_PRINT && kind != GPUMP_MAIL_WRITE && kind != GPUMP_MAIL_FLUSH;
}

/* Reads what there is. */
void Post::read()
{
    while (!ends) {
        gpump_mail_t *mail = entry(tail);
        if (__atomic_load_n(&mail->state, __ATOMIC_ACQUIRE) != turn(tail, 1))
            return;
        unsigned long long words[GPUMP_MAIL_WORDS];
        for (unsigned int i = 0; i < GPUMP_MAIL_WORDS; i++)
            words[i] = __atomic_load_n(&mail->words[i], __ATOMIC_RELAXED);
        if (letter.empty()) {
            first = tail;
            wanted = 16 + words[0];
            keeps = is_answered(words[1]);
        }
        const unsigned char *bytes = reinterpret_cast<const unsigned char *>(words);
        letter.insert(letter.end(), bytes, bytes + sizeof words);
        if (!keeps)
            __atomic_store_n(&mail->state, turn(tail, 4), __ATOMIC_RELEASE);
        tail++;
        if (letter.size() < wanted)
            continue;
        letter.resize(wanted);
        obey(tail - first);
        letter.clear();
    }
}

} // namespace gpump
