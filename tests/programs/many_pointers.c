/* A region with more pointers than a macro of the runtime takes at once.
 * cuda alone: pointers that nothing names
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p0 = malloc(40); int *p1 = malloc(40); int *p2 = malloc(40); int *p3 = malloc(40); int *p4 = malloc(40); int *p5 = malloc(40); int *p6 = malloc(40);
    int *p7 = malloc(40); int *p8 = malloc(40); int *p9 = malloc(40); int *p10 = malloc(40); int *p11 = malloc(40); int *p12 = malloc(40); int *p13 = malloc(40);
    int *p14 = malloc(40); int *p15 = malloc(40); int *p16 = malloc(40); int *p17 = malloc(40); int *p18 = malloc(40); int *p19 = malloc(40); int *p20 = malloc(40);
    int *p21 = malloc(40); int *p22 = malloc(40); int *p23 = malloc(40); int *p24 = malloc(40); int *p25 = malloc(40); int *p26 = malloc(40); int *p27 = malloc(40);
    int *p28 = malloc(40); int *p29 = malloc(40); int *p30 = malloc(40); int *p31 = malloc(40); int *p32 = malloc(40); int *p33 = malloc(40); int *p34 = malloc(40);
    int *p35 = malloc(40); int *p36 = malloc(40); int *p37 = malloc(40); int *p38 = malloc(40); int *p39 = malloc(40); int *p40 = malloc(40); int *p41 = malloc(40);
    int *p42 = malloc(40); int *p43 = malloc(40); int *p44 = malloc(40); int *p45 = malloc(40); int *p46 = malloc(40); int *p47 = malloc(40); int *p48 = malloc(40);
    int *p49 = malloc(40); int *p50 = malloc(40); int *p51 = malloc(40); int *p52 = malloc(40); int *p53 = malloc(40); int *p54 = malloc(40); int *p55 = malloc(40);
    int *p56 = malloc(40); int *p57 = malloc(40); int *p58 = malloc(40); int *p59 = malloc(40); int *p60 = malloc(40); int *p61 = malloc(40); int *p62 = malloc(40);
    int *p63 = malloc(40); int *p64 = malloc(40); int *p65 = malloc(40); int *p66 = malloc(40); int *p67 = malloc(40); int *p68 = malloc(40); int *p69 = malloc(40);
    long sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 10; i++) {
        p0[i] = i * 0; p1[i] = i * 1; p2[i] = i * 2; p3[i] = i * 3; p4[i] = i * 4; p5[i] = i * 5; p6[i] = i * 6;
        p7[i] = i * 7; p8[i] = i * 8; p9[i] = i * 9; p10[i] = i * 10; p11[i] = i * 11; p12[i] = i * 12; p13[i] = i * 13;
        p14[i] = i * 14; p15[i] = i * 15; p16[i] = i * 16; p17[i] = i * 17; p18[i] = i * 18; p19[i] = i * 19; p20[i] = i * 20;
        p21[i] = i * 21; p22[i] = i * 22; p23[i] = i * 23; p24[i] = i * 24; p25[i] = i * 25; p26[i] = i * 26; p27[i] = i * 27;
        p28[i] = i * 28; p29[i] = i * 29; p30[i] = i * 30; p31[i] = i * 31; p32[i] = i * 32; p33[i] = i * 33; p34[i] = i * 34;
        p35[i] = i * 35; p36[i] = i * 36; p37[i] = i * 37; p38[i] = i * 38; p39[i] = i * 39; p40[i] = i * 40; p41[i] = i * 41;
        p42[i] = i * 42; p43[i] = i * 43; p44[i] = i * 44; p45[i] = i * 45; p46[i] = i * 46; p47[i] = i * 47; p48[i] = i * 48;
        p49[i] = i * 49; p50[i] = i * 50; p51[i] = i * 51; p52[i] = i * 52; p53[i] = i * 53; p54[i] = i * 54; p55[i] = i * 55;
        p56[i] = i * 56; p57[i] = i * 57; p58[i] = i * 58; p59[i] = i * 59; p60[i] = i * 60; p61[i] = i * 61; p62[i] = i * 62;
        p63[i] = i * 63; p64[i] = i * 64; p65[i] = i * 65; p66[i] = i * 66; p67[i] = i * 67; p68[i] = i * 68; p69[i] = i * 69;
    }
    sum += p0[9]; sum += p1[9]; sum += p2[9]; sum += p3[9]; sum += p4[9]; sum += p5[9]; sum += p6[9];
    sum += p7[9]; sum += p8[9]; sum += p9[9]; sum += p10[9]; sum += p11[9]; sum += p12[9]; sum += p13[9];
    sum += p14[9]; sum += p15[9]; sum += p16[9]; sum += p17[9]; sum += p18[9]; sum += p19[9]; sum += p20[9];
    sum += p21[9]; sum += p22[9]; sum += p23[9]; sum += p24[9]; sum += p25[9]; sum += p26[9]; sum += p27[9];
    sum += p28[9]; sum += p29[9]; sum += p30[9]; sum += p31[9]; sum += p32[9]; sum += p33[9]; sum += p34[9];
    sum += p35[9]; sum += p36[9]; sum += p37[9]; sum += p38[9]; sum += p39[9]; sum += p40[9]; sum += p41[9];
    sum += p42[9]; sum += p43[9]; sum += p44[9]; sum += p45[9]; sum += p46[9]; sum += p47[9]; sum += p48[9];
    sum += p49[9]; sum += p50[9]; sum += p51[9]; sum += p52[9]; sum += p53[9]; sum += p54[9]; sum += p55[9];
    sum += p56[9]; sum += p57[9]; sum += p58[9]; sum += p59[9]; sum += p60[9]; sum += p61[9]; sum += p62[9];
    sum += p63[9]; sum += p64[9]; sum += p65[9]; sum += p66[9]; sum += p67[9]; sum += p68[9]; sum += p69[9];
    printf("%ld\n", sum);
    return 0;
}
