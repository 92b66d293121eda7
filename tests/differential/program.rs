//! A whole program: definitions that all parts share, the parts, each made from numbers
//! of its own, and `main`. So a part stays as it is when others are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::declarations::Storage;
use super::functions::TABLE;
use super::generator::{Definitions, Generator, Member, Structure};
use super::memory::{Access, Array, Counter, Knowledge, OUTPUT, Place, Shape};
use super::random::Random;
use super::types::{self, Type};

/// What is left out of a program: whole parts, and statements of parts by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    pub parts: BTreeSet<usize>,
    pub statements: BTreeMap<usize, BTreeSet<usize>>,
}

pub struct Program {
    pub text: String,
    pub parts: usize,
    /// How many statements each part that is there has.
    pub statements: BTreeMap<usize, usize>,
}

const HEAD: &str = "\
#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQUARE(x) ((x) * (x))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SET(to, from) do { (to) = (from); } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define ELEMENT(a, i) (a)[(i)]
#define BARRIER _Pragma(\"omp barrier\")

typedef unsigned char byte;
typedef int number;
typedef long long wide;
typedef double real;
typedef enum colour { RED, GREEN = 3, BLUE, VIOLET = 7 } colour_t;

static const char *const words[] = {\"alpha\", \"be\" \"ta\", \"g\\141mma\"};
static omp_lock_t guard;

struct node { long value; struct node *next; };

static long sum_of(const struct node *list)
{
    long sum = 0;
    for (; list; list = list->next)
        sum += list->value;
    return sum;
}

/* The device has no assembler text: a region that calls this stays on the host. */
static void stay(void)
{
    __asm__ volatile(\"\" ::: \"memory\");
}

static long length_of(const struct node *list)
{
    return list ? 1 + length_of(list->next) : 0;
}
";

/// The program with this seed.
pub fn program(seed: u64, dropped: &Dropped) -> Program {
    let none = BTreeSet::new();
    let mut random = Random::new(seed, 0);
    let length = random.take(&[5, 8, 12, 17, 32, 33]);
    let parts = random.below(3) + 3;
    let definitions = Definitions { length, ..Definitions::default() };
    let mut know = Knowledge::default();
    know.new_memory(Access::Mine);
    let mut g = Generator::new(random, definitions, know, &none);
    reserve_names(&mut g);
    g.out.push_str(&format!("/* Seed {seed}. */\n{HEAD}\n#define N {length}\n\n"));
    define_types(&mut g);
    define_constants(&mut g);
    define_functions(&mut g);
    define_globals(&mut g);
    g.know.access[OUTPUT] = Access::Mine;
    for _ in 0..g.random.below(2) + 1 {
        g.define_team_function();
    }
    let (definitions, know) = (g.definitions.clone(), g.know.clone());
    let (global_memories, has_table) = (g.global_memories.clone(), g.has_table);
    let mut text = g.out;
    let mut statements = BTreeMap::new();
    for part in 0..parts {
        if dropped.parts.contains(&part) {
            continue;
        }
        let random = Random::new(seed, part as u64 + 1);
        let dropped = dropped.statements.get(&part).unwrap_or(&none);
        let mut g = Generator::new(random, definitions.clone(), know.clone(), dropped);
        (g.global_memories, g.has_table) = (global_memories.clone(), has_table);
        define_part(&mut g, part);
        text.push_str(&g.out);
        statements.insert(part, g.statements);
    }
    text.push_str("int main(void)\n{\n    omp_init_lock(&guard);\n");
    for part in statements.keys() {
        text.push_str(&format!("    part{part}();\n"));
    }
    text.push_str(&format!("    omp_destroy_lock(&guard);\n    return {};\n}}\n", seed % 3));
    Program { text, parts, statements }
}

/// Names that mean something already.
fn reserve_names(g: &mut Generator) {
    for name in ["words", "table", "guard", "main", "stay", "N"] {
        g.definitions.names.insert(name.to_owned());
    }
}

fn define_types(g: &mut Generator) {
    let tags = ["point", "cell", "pair"];
    for (number, tag) in tags.iter().enumerate().take(g.random.below(2) + 2) {
        let mut members = Vec::new();
        g.open(&format!("struct {tag}"));
        for member in ["x", "y", "weight"].iter().take(g.random.below(2) + 2) {
            let ty = g.any_type();
            let spelling = g.spelling(ty);
            let count = if g.random.one_in(3) { Some(g.random.below(3) + 2) } else { None };
            let brackets = count.map_or(String::new(), |count| format!("[{count}]"));
            g.line(&format!("{spelling} {member}{brackets};"));
            members.push(Member { path: (*member).to_owned(), ty, count, range: None, is_bit_field: false });
        }
        if number > 0 && g.random.one_in(2) {
            let inner = g.definitions.structures[0].clone();
            g.line(&format!("{} inner;", inner.spelling));
            members
                .extend(inner.members.into_iter().map(|m| Member { path: format!("inner.{}", m.path), ..m }));
        }
        g.close(";");
        g.definitions.structures.push(Structure {
            spelling: format!("struct {tag}"),
            members,
            is_union: false,
        });
    }
    g.open("typedef struct");
    let mut members = Vec::new();
    for (name, bits) in [("low", 3), ("middle", 7), ("high", 12)] {
        let signed = g.random.one_in(3);
        g.line(&format!("{} {name} : {bits};", if signed { "signed int" } else { "unsigned" }));
        let (half, ty) = (1 << (bits - 1), if signed { Type::Int } else { Type::UInt });
        let range = if signed { (-half, half - 1) } else { (0, 2 * half - 1) };
        members.push(Member {
            path: name.to_owned(),
            ty,
            count: None,
            range: Some(range),
            is_bit_field: true,
        });
    }
    g.close(" bits_t;");
    g.definitions.structures.push(Structure { spelling: "bits_t".to_owned(), members, is_union: false });
    g.line("union word { unsigned whole; byte bytes[4]; };");
    let whole = Member {
        path: "whole".to_owned(),
        ty: Type::UInt,
        count: None,
        range: Some(Type::UInt.limits()),
        is_bit_field: true,
    };
    let bytes =
        Member { path: "bytes".to_owned(), ty: Type::UChar, count: Some(4), range: None, is_bit_field: true };
    g.definitions.structures.push(Structure {
        spelling: "union word".to_owned(),
        members: vec![whole, bytes],
        is_union: true,
    });
    g.line("");
}

/// Constants are there for everyone, and for functions that only compute, too.
fn define_constants(g: &mut Generator) {
    for _ in 0..g.random.below(3) {
        let ty = g.any_type();
        let (name, spelling) = (g.name(), g.spelling(ty));
        let (a, b, c) = (g.literal_for(ty), g.literal_for(ty), g.literal_for(ty));
        let linkage = g.random.pick(&["static const ", "const "]);
        let id = if g.random.one_in(2) {
            g.line(&format!("{linkage}{spelling} {name} = {a};"));
            g.add_scalar(&name, ty, Access::Read)
        } else {
            g.line(&format!("{linkage}{spelling} {name}[] = {{{a}, {b}, {c}}};"));
            let id = g.add_variable(&name, Shape::Array(ty, vec![3]), Access::Read);
            g.add_array(&name, &[id], g.know.variables[id].memory, ty, &[3]);
            // Not to be handed on as a pointer to what may be written.
            g.know.arrays.last_mut().expect("just added").is_plain = false;
            id
        };
        g.know.variables[id].constant = true;
        g.know.variables[id].can_be_private = false;
    }
    g.line("");
}

fn define_functions(g: &mut Generator) {
    g.know.access[OUTPUT] = Access::Closed;
    for kind in 0..TABLE + 3 {
        g.define_function(kind);
    }
    let tabled: Vec<String> =
        g.definitions.functions.iter().filter(|f| f.in_table).map(|f| f.name.clone()).collect();
    g.line(&format!("static unsigned (*const table[{TABLE}])(unsigned) = {{{}}};\n", tabled.join(", ")));
    g.has_table = true;
}

fn define_globals(g: &mut Generator) {
    for _ in 0..g.random.below(4) + 2 {
        let id = g.declare(Storage::Global);
        if g.random.one_in(2) {
            g.global_memories.push(g.know.variables[id].memory);
            g.know.variables[id].can_be_private = false;
        } else {
            g.know.variables[id].visible = false;
        }
    }
    // Functions with constructs see only what no clause makes private.
    g.global_memories.push(OUTPUT);
    for _ in 0..g.random.below(3) {
        let id = g.declare(Storage::Global);
        let variable = &mut g.know.variables[id];
        variable.threadprivate = true;
        variable.visible = false;
        variable.can_be_private = false;
        let name = variable.name.clone();
        g.line(&format!("#pragma omp threadprivate({name})"));
    }
    g.line("");
}

fn define_part(g: &mut Generator, part: usize) {
    g.budget = 60;
    for variable in &mut g.know.variables {
        variable.visible = true;
    }
    g.line("");
    g.open(&format!("static void part{part}(void)"));
    let count = g.definitions.length as i128;
    for (name, value) in [("n", count), ("step", 2)] {
        if g.random.below(4) > 0 && !g.definitions.names.contains(name) {
            g.definitions.names.insert(name.to_owned());
            g.line(&format!(
                "int {name} = {};",
                if name == "n" { "N".to_owned() } else { value.to_string() }
            ));
            let id = g.add_scalar(name, Type::Int, Access::Read);
            g.know.variables[id].can_be_private = false;
            g.know.places.last_mut().expect("just added").readable = (value, value);
            g.known.insert(name.to_owned(), value);
        }
    }
    for name in ["i", "j", "k"].iter().take(g.random.below(4)) {
        let ty = g.random.take(&types::COUNTERS);
        let spelling = g.spelling(ty);
        g.line(&format!("{spelling} {name};"));
        g.know.counters.push(Counter { name: (*name).to_owned(), ty, private: true, busy: false });
    }
    for _ in 0..g.random.below(5) + 4 {
        g.declare(Storage::Local);
    }
    for _ in 0..g.random.below(2) + 1 {
        let count = g.random.below(2);
        g.statements(count, 2);
        g.budget = g.budget.max(15);
        if g.random.one_in(5) {
            g.call_team_function();
        }
        g.droppable(|g| g.parallel(3));
    }
    print_all(g, part);
    let rows = std::mem::take(&mut g.rows);
    for name in rows {
        g.line(&format!("for (int i_ = 0; i_ < N; i_++) free({name}[i_]);"));
    }
    for name in std::mem::take(&mut g.blocks) {
        g.line(&format!("free({name});"));
    }
    g.close("");
    g.line("");
}

/// Prints all that the part knows.
fn print_all(g: &mut Generator, part: usize) {
    g.line(&format!("printf(\"part {part}\\n\");"));
    let places: Vec<Place> =
        g.know.places_with(|place, access| access == Access::Mine && !place.text.contains("->"));
    for place in places {
        let (ty, text) = (place.ty, &place.text);
        g.line(&format!(
            "printf(\" {} {}\", ({}){text});",
            text.replace(['*', '%'], ""),
            ty.format(),
            cast(ty)
        ));
    }
    g.line("printf(\"\\n\");");
    let arrays: Vec<Array> =
        g.know.arrays_with(|array, access| access == Access::Mine && !array.text.contains("->"));
    for Array { text, ty, dimensions, .. } in arrays {
        let mut element = text.clone();
        g.line(&format!("printf(\" {text}\");"));
        for (dimension, counter) in dimensions.iter().zip(["i_", "j_", "k_"]) {
            g.line(&format!("for (int {counter} = 0; {counter} < {dimension}; {counter}++)"));
            element.push_str(&format!("[{counter}]"));
        }
        g.line(&format!("    printf(\" {}\", ({}){element});", ty.format(), cast(ty)));
        g.line("printf(\"\\n\");");
    }
}

fn cast(ty: Type) -> &'static str {
    if ty == Type::Enum { "unsigned" } else { ty.spellings()[0] }
}
