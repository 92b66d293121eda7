//- 5.2, 15.2: critical constructs of one name have the same hint
//- W0305
enum { omp_sync_hint_uncontended = 1, omp_sync_hint_contended = 2, omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8 };
void f(int *v)
{
    #pragma omp critical(sum) hint(omp_sync_hint_contended)
    v[0]++;
    #pragma omp critical(sum)
    v[0]--;
}
//- allowed
enum { omp_sync_hint_uncontended = 1, omp_sync_hint_contended = 2, omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8 };
void f(int *v)
{
    #pragma omp critical(sum) hint(omp_sync_hint_contended | omp_sync_hint_speculative)
    v[0]++;
    #pragma omp critical(sum) hint(10)
    v[0]--;
    #pragma omp critical(product)
    v[1] *= 2;
}
//- 5.2, 15.1: hints do not exclude each other
//- W0305
enum { omp_sync_hint_uncontended = 1, omp_sync_hint_contended = 2, omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8 };
void f(int *v)
{
    #pragma omp atomic hint(omp_sync_hint_contended + omp_sync_hint_uncontended)
    v[0]++;
}
//- allowed
enum { omp_sync_hint_uncontended = 1, omp_sync_hint_contended = 2, omp_sync_hint_nonspeculative = 4, omp_sync_hint_speculative = 8 };
void f(int *v)
{
    #pragma omp atomic hint(omp_sync_hint_contended + omp_sync_hint_nonspeculative)
    v[0]++;
}
//- 5.2, 10.2: a target region with teams has no other statement
//- W0305
void f(int *v)
{
    #pragma omp target map(v[0:2])
    {
        v[0] = 1;
        #pragma omp teams
        v[1] = 1;
    }
}
//- allowed
void f(int *v)
{
    #pragma omp target map(v[0:2])
    {
        #pragma omp teams
        {
            v[0] = 1;
            v[1] = 1;
        }
    }
}
//- 5.2, 10.4: iterations in any order are not safe up to a length
//- W0305
void f(int n, int *v)
{
    #pragma omp simd safelen(4) order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp simd simdlen(4) order(concurrent)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 10.4: a simd region is not left by a jump
//- E0367
int setjmp(int *state);
void f(int n, int *v)
{
    #pragma omp simd
    for (int i = 0; i < n; i++)
        v[i] = setjmp(v);
}
//- allowed
int setjmp(int *state);
void f(int n, int *v)
{
    #pragma omp for
    for (int i = 0; i < n; i++)
        v[i] = setjmp(v);
}
//- 5.2, 5.5.8: all reductions of a loop are scanned, or none
//- W0305
int f(int n, int *v)
{
    int sum = 0, count = 0;
    #pragma omp parallel for reduction(inscan, +: sum) reduction(+: count)
    for (int i = 0; i < n; i++) {
        sum += v[i];
        count++;
        #pragma omp scan inclusive(sum)
        v[i] = sum;
    }
    return count;
}
//- allowed
int f(int n, int *v)
{
    int sum = 0, count = 0;
    #pragma omp parallel for reduction(inscan, +: sum, count)
    for (int i = 0; i < n; i++) {
        sum += v[i];
        count++;
        #pragma omp scan inclusive(sum, count)
        v[i] = sum;
    }
    return count;
}
//- 5.2, 5.4.6: of a loop that scans the loop variables are linear
//- E0355
void f(int n, int *v)
{
    int sum = 0, k = 0;
    #pragma omp simd reduction(inscan, +: sum) linear(k)
    for (int i = 0; i < n; i++) {
        sum += v[k++];
        #pragma omp scan inclusive(sum)
        v[i] = sum;
    }
}
//- allowed
void f(int n, int *v)
{
    int sum = 0, i;
    #pragma omp simd reduction(inscan, +: sum) linear(i)
    for (i = 0; i < n; i++) {
        sum += v[i];
        #pragma omp scan inclusive(sum)
        v[i] = sum;
    }
}
//- 5.2, 5.4.6: C has no references
//- E0321
#pragma omp declare simd linear(ref(p))
int f(int *p);
//- allowed
#pragma omp declare simd linear(val(p) : 2)
int f(int *p);
//- 5.2, 4.4.4: the iterations of simd do not wait for one another
//- E0321
void f(int n, int *v)
{
    #pragma omp for simd ordered(1)
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for simd ordered
    for (int i = 0; i < n; i++)
        v[i] = i;
}
//- 5.2, 15.10.2: iterations that wait for certain others have no order
//- E0316
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        v[i] = i;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        #pragma omp ordered
        v[i] = i;
    }
}
//- 5.2, 15.9.6: an iteration that is waited for has a variable for each loop
//- E0316
void f(int n, int *v)
{
    #pragma omp for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            #pragma omp ordered depend(sink: i - 1)
            v[i] = j;
            #pragma omp ordered depend(source)
        }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            #pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
            v[i] = j;
            #pragma omp ordered depend(source)
        }
}
//- 5.2, 15.9.6: an iteration that is waited for is named by the loop's variable
//- E0316
void f(int n, int k, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: k - 1)
        v[i] = i;
        #pragma omp ordered depend(source)
    }
}
//- allowed
void f(int n, int k, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1)
        v[i] = k;
        #pragma omp ordered depend(source)
    }
}
//- 5.2, 15.9.6: a directive lets others go on, or waits
//- E0316
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        v[i] = i;
        #pragma omp ordered depend(source) depend(sink: i - 1)
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i - 1) depend(sink: i - 2)
        v[i] = i;
        #pragma omp ordered depend(source)
    }
}
//- 5.2, 15.9.6: an iteration waits for earlier ones
//- W0305
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        #pragma omp ordered depend(sink: i + 1)
        v[i] = i;
        #pragma omp ordered depend(source)
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for ordered(1)
    for (int i = n; i > 0; i--) {
        #pragma omp ordered depend(sink: i + 1)
        v[i] = i;
        #pragma omp ordered depend(source)
    }
}
//- 5.2, 15.9.5: all memory is written
//- E0361
void f(int *v)
{
    #pragma omp task depend(in: omp_all_memory)
    v[0] = 1;
}
//- allowed, though gcc 12 does not read it
void f(int *v)
{
    #pragma omp task depend(inout: omp_all_memory)
    v[0] = 1;
}
//- 5.2, 14.1: what waits for tasks is for synchronization
//- E0353
typedef void *omp_interop_t;
void f(omp_interop_t object, int *v)
{
    #pragma omp interop init(target: object) depend(in: v[0])
}
//- allowed
typedef void *omp_interop_t;
void f(omp_interop_t object, int *v)
{
    #pragma omp interop init(targetsync: object) depend(in: v[0])
}
//- 5.2, 14.1: an object has one thing done to it
//- E0302
typedef void *omp_interop_t;
void f(omp_interop_t object)
{
    #pragma omp interop init(target: object) use(object)
}
//- allowed
typedef void *omp_interop_t;
void f(omp_interop_t object, omp_interop_t other)
{
    #pragma omp interop init(target: object) use(other)
}
//- 5.2, 14.1: what is done to an object is done to one
//- E0361
void f(int object)
{
    #pragma omp interop destroy(object)
}
//- allowed
typedef void *omp_interop_t;
void f(omp_interop_t object)
{
    #pragma omp interop destroy(object)
}
//- 5.2, 5.5.11: an operator is declared for a type once in a block
//- E0362
void f(void)
{
    #pragma omp declare reduction(sum : int : omp_out += omp_in)
    #pragma omp declare reduction(sum : int : omp_out += 2 * omp_in)
}
//- allowed
void f(void)
{
    #pragma omp declare reduction(sum : int : omp_out += omp_in)
    {
        #pragma omp declare reduction(sum : int : omp_out += 2 * omp_in)
    }
}
