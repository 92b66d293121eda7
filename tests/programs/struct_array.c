/*
 * An array of structures behind a pointer, with an array and a structure among
 * the members; the names of members are also names of variables.
 * threads: 3
 */
#include <stdio.h>

struct vec3 { float x, y, z; };

typedef struct particle {
    struct vec3 pos, vel;
    int hits[2];
    char tag;
} particle;

void advance(particle *p, int n, float dt)
{
    int i;
    float x = 0.25f, hits = 2.0f;

    #pragma omp parallel for firstprivate(x)
    for (i = 0; i < n; i++) {
        p[i].pos.x += dt * p[i].vel.x + x;
        p[i].pos.y += dt * p[i].vel.y;
        (p + i)->pos.z += dt * (p + i)->vel.z;
        if (p[i].pos.x > hits)
            p[i].hits[1]++;
        p[i].tag = 'a' + i;
    }
}

int main(void)
{
    particle list[10];
    #pragma gpump accessible(list)
    int i, step;

    for (i = 0; i < 10; i++) {
        particle *p = &list[i];
        p->pos.x = p->pos.y = p->pos.z = 0;
        p->vel.x = i;
        p->vel.y = -i;
        p->vel.z = 1;
        p->hits[0] = p->hits[1] = 0;
        p->tag = '?';
    }
    for (step = 0; step < 4; step++)
        advance(list, 10, 0.5f);
    for (i = 0; i < 10; i += 3)
        printf("%c %g %g %g %d\n", list[i].tag, list[i].pos.x, list[i].pos.y, list[i].pos.z, list[i].hits[1]);
    return 0;
}
