/*
 * Loops within the iterations of a league that the program says to be independent: a group of threads runs them, one after the other.
 */
#include <math.h>
#include <stdio.h>

#define N 61
#define M 147

static double a[N][M], b[N][M], x[M], y[N], down[M][N];
static int counts[N][M], order[M], first[N + 1];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        y[i] = i;
        first[i + 1] = first[i] + i * 7 % 40;
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 31 + j * 17) % 23 * 0.25 - 2;
            b[i][j] = 0;
            counts[i][j] = j;
            down[j][i] = i + j % 9;
        }
    }
    for (int j = 0; j < M; j++) {
        x[j] = j % 7;
        order[j] = j * 5 % M;
    }
}

static void show(const char *what)
{
    double s = 0, t = 0, d = 0;
    long u = 0;
    for (int i = 0; i < N; i++) {
        t += y[i] * (i % 3 + 1);
        for (int j = 0; j < M; j++) {
            s += (a[i][j] + 3 * b[i][j]) * ((i + j) % 4);
            u += counts[i][j] * ((2 * i + j) % 5);
            d += down[j][i] * ((i + 2 * j) % 3);
        }
    }
    printf("%s %.5f %.5f %.3f %ld\n", what, s, t, d, u);
    fill();
}

static void shared_out(void)
{
    int i, j, k;
    /* leagues: 3 */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        double most = a[i][0], sum = 0;
        #pragma omp parallel for reduction(max : most)
        for (j = 1; j < M; j++)
            if (a[i][j] > most)
                most = a[i][j];
        #pragma omp parallel for reduction(+ : sum)
        for (j = 0; j < M; j++) {
            b[i][j] = exp(a[i][j] - most);
            sum += b[i][j];
        }
        y[i] = sum;
        #pragma omp parallel for
        for (j = 0; j < M; j++)
            b[i][j] /= sum;
    }
    show("softmax");
    /* leagues: 2 */
#pragma omp target teams distribute private(j)
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (j = 0; j < M; j++)
            b[i][j] = a[i][order[j]];
        #pragma omp parallel for
        for (j = 0; j < M; j++)
            a[i][j] = b[i][M - 1 - j] + j;
    }
    show("reversed");
    /* leagues: 2 (one thread does what stands between them, and the others see it) */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        if (i % 5 == 3)
            continue;
        long bits = 0, all = -1, odd = 0;
        int product = 1;
        y[i] = a[i][5];
        double c = y[i];
        #pragma omp parallel for reduction(| : bits) reduction(& : all) reduction(^ : odd) reduction(* : product)
        for (int at = 0; at < M; at++) {
            bits |= 1 << counts[i][order[at]] % 30;
            all &= counts[i][at] | 8;
            odd ^= counts[i][at];
            product *= counts[i][at] | 1;
            b[i][at] = c + at;
        }
        y[i] += bits % 1001 + all + odd + product % 100;
        for (int at = 0; at < 3; at++)
            counts[i][at] = (int)b[i][M - 1 - at];
        if (counts[i][1] > 3)
            counts[i][4]++;
        else
            counts[i][5]++;
        double d = y[i] + counts[i][2] + counts[i][4];
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            a[i][at] = d - b[i][M - 1 - at];
    }
    show("between");
    /* leagues: 2 (products and extremes of other types) */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        double product = 1;
        long whole = 1;
        float least = 100;
        #pragma omp parallel for reduction(* : product, whole) reduction(min : least)
        for (int at = 0; at < M; at++) {
            product *= 1 + order[at] % 3 * 0.25;
            whole *= order[at] % 5 == 0 ? 2 : 1;
            least = fminf(least, (float)a[i][at]);
        }
        y[i] = product / 1e10 + whole % 1000007 + least;
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            a[i][at] = a[i][at] * least + at;
    }
    show("products");
    double total = 0;
    int most = 0;
    /* leagues: 2 (what the league adds up is one thread's of each group) */
#pragma omp target teams distribute reduction(+ : total) reduction(max : most) map(tofrom : total, most)
    for (i = 0; i < N; i++) {
        int s = 0;
        #pragma omp parallel for
        for (int at = first[i]; at < first[i + 1]; at++)
            counts[i][at % M] += at;
        #pragma omp parallel for reduction(+ : s)
        for (int at = 0; at < M; at++)
            s += counts[i][at];
        total += s;
        if (s > most)
            most = s;
    }
    printf("%g %d\n", total, most);
    show("reductions");
    /* leagues: 2 (the other loops are of each thread, or of one) */
#pragma omp target teams loop private(k)
    for (int i = 0; i < N; i++) {
        int turns = 0;
        for (int at = 0; at < i; at++)
            turns += order[at];
        #pragma omp loop
        for (int at = 0; at < M; at++)
            for (k = 0; k < 3; k++)
                counts[i][at] += k * turns;
        for (int at = 1; at < M; at++)
            b[i][at] = b[i][at - 1] + counts[i][at];
        #pragma omp loop
        for (int at = 0; at < M; at++)
            a[i][at] = b[i][M - 1 - at];
    }
    show("others");
}

static int calls;
static int counted(int value)
{
    calls++;
    return value;
}

static void stay(void)
{
    int i, j;
    /* leagues: stays, each thread would have a part of the array
       sums: stays */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        double own[M];
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            own[at] = a[i][at] * 2;
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            b[i][at] = own[M - 1 - at];
    }
    show("array");
    /* leagues: stays, all would update it */
#pragma omp target teams distribute map(tofrom : calls)
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            b[i][at] = a[i][at] * 2;
        #pragma omp atomic
        calls += i;
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            a[i][at] = b[i][M - 1 - at];
    }
    show("atomic");
    /* leagues: stays, the function does more than compute */
#pragma omp target teams distribute map(tofrom : calls)
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            b[i][at] = a[i][at] * 2;
        int value = order[i];
        if (i == 5)
            value = counted(i);
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            a[i][at] = b[i][M - 1 - at] + value;
    }
    printf("%d\n", calls);
    show("function");
    /* leagues: stays, one statement changes what each thread has and what all have */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        double c = 1;
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            b[i][at] = a[i][at] * 2;
        y[i] = c += b[i][3];
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            a[i][at] = b[i][M - 1 - at] + c;
    }
    show("both");
    /* leagues: stays, the third loop counts by a variable of each thread */
#pragma omp target teams distribute private(j)
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (j = 0; j < M; j++)
            b[i][j] = a[i][j] * 2;
        #pragma omp parallel for
        for (j = 0; j < M; j++)
            a[i][j] = b[i][M - 1 - j];
        for (j = 0; j < 3; j++)
            counts[i][j] = (int)a[i][j];
    }
    show("counter");
    /* leagues: stays, neighbouring memory is that of neighbouring iterations of the league */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            down[at][i] = a[i][at] * 2 + down[at][i];
        #pragma omp parallel for
        for (int at = 0; at < M; at++)
            down[at][i] *= down[at][i];
    }
    show("down");
    /* leagues: stays, the program asks for one thread */
#pragma omp target teams distribute
    for (i = 0; i < N; i++) {
        #pragma omp parallel for num_threads(1)
        for (int at = 1; at < M; at++)
            b[i][at] += b[i][at - 1] + a[i][at];
        #pragma omp parallel for num_threads(1)
        for (int at = 1; at < M; at++)
            a[i][at] += a[i][at - 1] + b[i][at];
    }
    show("serial");
    /* leagues: stays, no league: the inner regions have one thread with any compiler */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int at = 1; at < M; at++)
            b[i][at] += b[i][at - 1] + a[i][at];
        #pragma omp parallel for
        for (int at = 1; at < M; at++)
            a[i][at] += a[i][at - 1] + b[i][at];
    }
    show("region");
}

int main(void)
{
    fill();
    shared_out();
    stay();
    return 0;
}
