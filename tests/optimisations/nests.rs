//! Random nests of loops that conform to OpenMP, with and without dependences between their inner iterations.
//!
//! Memory is cut into rows, and iteration `i` of the outer loop touches nothing that changes but in row `i`: so there is no
//! race, whatever the inner loops do in the row. Their subscripts are sums of multiples of their variables. The
//! multiples are numbers, or variables whose values are known here, so that each subscript can be moved into its row.
//! A row has a margin on both sides, for pointers that lead a little before or behind another one's place.

use std::fmt::Write;

use super::random::Random;

/// Rows, their elements, and the margin on either side.
const ROWS: i128 = 7;
const ROW: i128 = 1200;
const MARGIN: i128 = 8;

/// Variables of the program and their values, for strides, offsets and bounds.
const VARIABLES: [(&str, i128); 6] =
    [("m", 12), ("w", 30), ("one", 1), ("two", 2), ("zero", 0), ("less", -3)];

/// The loops of a program.
const LOOPS: usize = 6;

/// The text of the program of a seed.
pub fn program(seed: u64) -> String {
    let mut text = format!(
        "/* Random nests, seed {seed}. */\n#include <stdio.h>\n#include <stdlib.h>\n\n\
         #define ROWS {ROWS}\n#define ROW {ROW}\n#define SIZE (ROWS * ROW + 64)\n\n\
         struct both {{\n    int a, b[3];\n}};\n\
         static int still[SIZE], fixed[SIZE], grid[ROWS][ROW], cube[ROWS][40][30];\n\
         static struct both pairs[SIZE];\n\
         int m = 12, w = 30, one = 1;\n\
         static int hash(int x) {{ return x * 7 + 3 & 0xff; }}\n\n"
    );
    let loops: Vec<Nest> = (0..LOOPS as u64).map(|part| Nest::new(Random::new(seed, part))).collect();
    for (number, nest) in loops.iter().enumerate() {
        let _ = write!(
            text,
            "static unsigned loop{number}(int *p, int *q, int back, int two, int zero, int less)\n\
             {{\n    unsigned sum = 0;\n{}    return sum;\n}}\n\n",
            nest.text
        );
    }
    text.push_str(MAIN);
    for number in 0..loops.len() {
        let _ = write!(
            text,
            "    show({number}, loop{number}(one_block, other, 0, 2, 0, -3), one_block, other);\n\
             \x20   show({number}, loop{number}(one_block, one_block + {by}, {by}, 2, 0, -3), one_block, other);\n\
             \x20   show({number}, loop{number}(one_block, one_block + {shift}, 0, 2, 0, -3), one_block, other);\n\
             \x20   show({number}, loop{number}(still, {still}, 0, 2, 0, -3), one_block, other);\n",
            by = ["0", "SIZE", "16", "5"][number % 4],
            shift = ["0", "1", "4", "7"][number * 3 % 4],
            still = ["still", "still + 3", "one_block"][number % 3],
        );
    }
    text.push_str("    return 0;\n}\n");
    text
}

const MAIN: &str = r#"static void show(int number, unsigned sum, const int *a, const int *b)
{
    unsigned long long h = sum;
    int k;
    for (k = 0; k < SIZE; k++)
        h = (((h * 31 + a[k]) * 31 + b[k]) * 31 + still[k]) * 31 + pairs[k].a + pairs[k].b[k % 3];
    for (k = 0; k < ROWS * ROW; k++)
        h = (h * 31 + grid[k / ROW][k % ROW]) * 31 + cube[k / ROW][k % ROW / 30][k % 30];
    printf("%d %llx\n", number, h);
}

int main(void)
{
    int *one_block = malloc(SIZE * sizeof *one_block), *other = malloc(SIZE * sizeof *other), k;
    for (k = 0; k < SIZE; k++) {
        one_block[k] = k % 101;
        other[k] = k % 103;
        fixed[k] = k % 97;
    }
"#;

/// One work-sharing loop.
struct Nest {
    text: String,
}

/// A loop inside: its variable with the values that it takes.
struct Inner {
    name: &'static str,
    least: i128,
    most: i128,
}

struct Writer {
    random: Random,
    inner: Vec<Inner>,
}

impl Nest {
    fn new(mut random: Random) -> Self {
        let depth = if random.one_in(3) { 1 } else { 2 };
        let mut writer = Writer { random, inner: Vec::new() };
        let (mut headers, mut private) = (Vec::new(), Vec::new());
        for name in ["j", "k"].into_iter().take(depth) {
            let (header, inner, is_declared) = writer.header(name);
            headers.push(header);
            writer.inner.push(inner);
            if !is_declared {
                private.push(name);
            }
        }
        let declared = private.iter().map(|name| format!("    int {name};\n")).collect::<String>();
        private.extend(["t", "s", "r"]);
        let mut text = declared;
        text.push_str("    int t, s, *r;\n");
        let has_sum = writer.random.one_in(3);
        let reduction = if has_sum { " reduction(+ : sum)" } else { "" };
        let _ = writeln!(text, "#pragma omp parallel for private({}){reduction}", private.join(", "));
        text.push_str("    for (int i = 0; i < ROWS; i++) {\n");
        if writer.random.one_in(4) {
            let all: Vec<Inner> = std::mem::take(&mut writer.inner);
            let value = writer.element();
            writer.inner = all;
            let _ = writeln!(text, "        int before = {value};");
        } else {
            text.push_str("        const int before = 5;\n");
        }
        for header in &headers {
            let _ = writeln!(text, "        {header}");
        }
        text.push_str("        {\n");
        for _ in 0..=writer.random.below(3) {
            let statement = writer.statement();
            let _ = writeln!(text, "            {statement}");
        }
        if has_sum {
            let value = writer.value();
            let _ = writeln!(text, "            sum += {value};");
        }
        text.push_str("        }\n    }\n");
        Nest { text }
    }
}

impl Writer {
    /// The header of an inner loop.
    fn header(&mut self, name: &'static str) -> (String, Inner, bool) {
        let (count_text, count) = match self.random.below(4) {
            0 => ("m".to_owned(), 12),
            1 => ("w".to_owned(), 30),
            _ => {
                let count = self.random.between(1, 36);
                (count.to_string(), count)
            }
        };
        let step = if self.random.one_in(4) { self.random.between(2, 4) } else { 1 };
        let is_declared = self.random.one_in(2);
        let ty = match (is_declared, self.random.below(5)) {
            (false, _) => "",
            (_, 0) => "long ",
            (_, 1) => "short ",
            _ => "int ",
        };
        let first = if self.random.one_in(3) { self.random.between(-2, 3) } else { 0 };
        let header = if self.random.one_in(4) {
            let step = if step == 1 { format!("{name}--") } else { format!("{name} -= {step}") };
            format!("for ({ty}{name} = {count_text} - 1; {name} >= {first}; {step})")
        } else {
            let step = if step == 1 { format!("{name}++") } else { format!("{name} += {step}") };
            format!("for ({ty}{name} = {first}; {name} < {count_text}; {step})")
        };
        (header, Inner { name, least: first.min(count - 1), most: (count - 1).max(first) }, is_declared)
    }

    /// A number or a variable, with its value.
    fn factor(&mut self) -> (String, i128) {
        if self.random.one_in(3) {
            let (name, value) = VARIABLES[self.random.below(VARIABLES.len())];
            return (name.to_owned(), value);
        }
        let value = self.random.take(&[-1, 0, 1, 1, 1, 2, 2, 3, 4, 5, 12, 29, 30, 31]);
        (value.to_string(), value)
    }

    /// A sum over the loop variables with values from `low` on, and less than `high`.
    fn place(&mut self, low: i128, high: i128) -> String {
        let (mut text, mut least, mut most) = (String::new(), 0, 0);
        for at in 0..self.inner.len() {
            let (factor, value) = self.factor();
            let Inner { name, least: from, most: to } = self.inner[at];
            let ends = [value * from, value * to];
            let (smallest, largest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            if most + largest - least - smallest >= high - low - 6 {
                continue;
            }
            let _ = write!(text, "{name} * {factor} + ");
            least += smallest;
            most += largest;
        }
        let offset = low - least + self.random.between(0, (high - low - 1 - (most - least)).min(5));
        format!("{text}{offset}")
    }

    /// Something in row `i` that the loop may write.
    fn element(&mut self) -> String {
        match self.random.below(8) {
            0 => format!("grid[i][{}]", self.place(0, ROW)),
            1 => {
                let (first, second) = (self.place(0, 40), self.place(0, 30));
                format!("cube[i][{first}][{second}]")
            }
            2 => format!("pairs[i * ROW + {}].a", self.place(0, ROW)),
            3 => {
                let third = self.random.below(3);
                format!("pairs[i * ROW + {}].b[{third}]", self.place(0, ROW))
            }
            4 => format!("q[i * ROW + {} - back]", self.place(MARGIN, ROW - MARGIN)),
            5 => format!("*(p + i * ROW + {})", self.place(MARGIN, ROW - MARGIN)),
            _ => format!("p[i * ROW + {}]", self.place(MARGIN, ROW - MARGIN)),
        }
    }

    fn value(&mut self) -> String {
        let read = match self.random.below(4) {
            0 => format!("fixed[{}]", self.place(0, ROWS * ROW)),
            1 => "before".to_owned(),
            _ => self.element(),
        };
        let add = match self.random.below(5) {
            0 => "i".to_owned(),
            1 => format!("hash({})", self.inner[0].name),
            _ => self.inner[self.random.below(self.inner.len())].name.to_string(),
        };
        format!("({read} * {} + {add} & 0xffff)", self.random.between(1, 5))
    }

    fn statement(&mut self) -> String {
        match self.random.below(12) {
            0 => {
                let (target, value, last) = (self.element(), self.value(), self.inner.len() - 1);
                format!("if ({} % 3) {target} = {value};", self.inner[last].name)
            }
            1 => {
                let (value, target) = (self.value(), self.element());
                format!("t = {value}; {target} = t + 1;")
            }
            2 => format!("{} ^= {};", self.element(), self.value()),
            3 => {
                let (place, value) = (self.place(MARGIN, ROW - MARGIN), self.value());
                format!("{{ int at = {place}; int *row = p + i * ROW; row[at] = {value}; }}")
            }
            4 => {
                let (low, value) = (self.place(MARGIN, ROW - MARGIN - 4), self.value());
                format!(
                    "{{ int low = {low}; for (int l = low; l < low + 3; l++) p[i * ROW + l] += {value}; }}"
                )
            }
            5..=7 => self.by_variable(),
            _ => format!("{} = {};", self.element(), self.value()),
        }
    }

    /// Something written by way of a variable that has got its value before, in one way or several.
    fn by_variable(&mut self) -> String {
        let (first, value) = (self.place(MARGIN, ROW - MARGIN), self.value());
        let second = match self.random.below(3) {
            0 => first.clone(),
            1 => format!("{first} + {}", self.random.below(2)),
            _ => self.place(MARGIN, ROW - MARGIN),
        };
        let last = self.inner[self.inner.len() - 1].name;
        let write = format!("p[i * ROW + s] = {value};");
        match self.random.below(7) {
            0 => format!("s = {first}; {write}"),
            1 => format!("s = {first}; if ({last} % 3) s = {second}; {write}"),
            2 => format!("if ({last} % 3) s = {second}; else s = {first}; {write}"),
            3 => format!("s = {first}; for (int l = 0; l < 2; l++) {{ {write} s = {second}; }}"),
            4 => format!("r = p + i * ROW + ({first}); *r = {value};"),
            5 => format!(
                "r = p + i * ROW; s = {first}; if ({last} % 2) r = r + ({second}) - s; r[s] = {value};"
            ),
            _ => format!("s = {first}; {write} s++; {write}"),
        }
    }
}
