// The programs that the pages are made of, besides those of the repository.

// A program of so many lines, at least, with a region for every sixty of them.
export function large(lines) {
    const parts = ["#include <stdio.h>\n#include <math.h>\n\n#define SIZE 4096\n#define SQUARE(x) ((x) * (x))\n\n"];
    let count = 6;
    for (let number = 0; count < lines - 20; number++) {
        const part = `/* Part ${number}: smooths a field and sums it up. */
static double field${number}[SIZE];

static double weight${number}(int at, double factor)
{
    double left = at > 0 ? field${number}[at - 1] : 0.0;
    double right = at + 1 < SIZE ? field${number}[at + 1] : 0.0;
    return factor * (left + right) / 2.0 + (1.0 - factor) * field${number}[at];
}

double part${number}(int n, double *out, double factor)
{
    int i;
    double sum = 0.0;
    double most = 0.0;

    for (i = 0; i < n; i++)
        field${number}[i] = SQUARE((double)(i % ${number + 7})) / (i + 1);

    #pragma omp parallel for firstprivate(factor) reduction(+:sum)
    for (i = 0; i < n; i++) {
        double w = weight${number}(i, factor);
        out[i] = w * ${number + 1} + SQUARE(w);
        sum += out[i];
    }

    /* The host looks for the greatest. */
    for (i = 0; i < n; i++) {
        if (out[i] > most)
            most = out[i];
        else if (out[i] < -most)
            most = -out[i];
    }
${Array.from({ length: 18 }, (_, k) => `    most += (double)(${k} * n) / (1.0 + most); /* step ${k} */`).join("\n")}
    return sum + most;
}

`;
        parts.push(part);
        count += part.split("\n").length - 1;
    }
    const regions = parts.length - 1;
    parts.push("static double all[SIZE];\n\nint main(void)\n{\n    double sum = 0.0;\n");
    parts.push(`    sum += part0(SIZE, all, 0.5);\n    sum += part${regions - 1}(SIZE, all, 0.25);\n`);
    parts.push('    printf("%g\\n", sum);\n    return 0;\n}\n');
    return parts.join("");
}

// A program whose text is as hard to show as a text can be, and that both dialects translate or refuse
// without knowing of it.
export function hostile() {
    const long = `/* ${"a very long line ".repeat(6000)}*/`;
    return Buffer.concat([
        Buffer.from(`/* </script><script>document.title = "taken"</script> <!-- <script> ]]> {{title}} &amp; &lt; */\r
/* 😀👩‍👩‍👧 éß — ℝ 漢字: bytes and units differ from here on. */\r
char *greeting = "</script> & \\"<b>\\" 😀"; /* שלום \u202e reversed \u2066 isolated */\r
\tint\ttabbed;\t/* tabs\there */\r
${long}\r
int table[] = { ${Array.from({ length: 9000 }, (_, k) => k).join(", ")} };\r
`),
        Buffer.from("/* Latin-1: "), Buffer.from([0xe9, 0xff]), Buffer.from(" and NUL: "), Buffer.from([0]), Buffer.from(` and bell: \x07 */\r
void scale(int n, float *data)\r
{\r
    int i;\r
    /* 😀 */\r
    #pragma omp parallel for /* 漢字 */\r
    for (i = 0; i < n; i++)\r
        data[i] = data[i] * 2.0f; /* 😀 </script> */\r
}\r
int main(void) { return 0; }`),
    ]);
}

// What the thesis's dialect has no code for.
export const REFUSED = `/* Sections and critical: in today's dialect only. */
#include <stdio.h>

int main(void)
{
    int count = 0;

    #pragma omp parallel
    {
        #pragma omp sections
        {
            #pragma omp section
            {
                #pragma omp critical
                count += 1;
            }
            #pragma omp section
            {
                #pragma omp critical
                count += 2;
            }
        }
    }
    printf("%d\\n", count);
    return 0;
}
`;

// Macros that make part of a region, and a variable that lives outside every function.
export const MACROS = `#include <stdio.h>

#define SIZE 256
#define SQUARE(x) ((x) * (x))
#define EACH(i, n) for (i = 0; i < (n); i++)

double scale = 1.5;

int main(void)
{
    int i;
    double total = 0.0;
    static double values[SIZE];

    #pragma omp parallel for reduction(+:total)
    EACH(i, SIZE) {
        values[i] = scale * SQUARE((double)i);
        total += values[i];
    }
    printf("%g\\n", total);
    return 0;
}
`;
