struct steps {
    int (*stored)(int value);
    long (*outside)(const int *value);
    double (*plain)(double value);
    int (*by_other)(float value);
    int (*of_one)(), (*of_two)();
};

void choose(struct steps *steps);
int twice_by(struct steps *steps, int value);
long outside(const int *value);
