#define ENUMERATOR(name) name,
#define MEMBERS(ITEM) ITEM(first) ITEM(second)
#define LIMIT 5
#define IS_NATURAL(x) ((x) >= 0)
#define LABEL "natural"
