/* Packed by who includes it, and by itself. */
typedef struct {
    char kind;
    double value;
} as_included_t;

#pragma pack(push, 2)
struct two {
    char kind;
    double value;
    int count;
    unsigned low : 5, high : 30;
};
#pragma pack(pop)
