/* C that C++ would not take. */
struct shape {
    int class;
    double norm;
};
int describe(int class, struct shape *this);
