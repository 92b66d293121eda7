//! How the rewriter's time grows with the number of operations.
//!
//! One stream of 1,000,000 tokens with 100,000 operations is measured beside
//! ten streams of 100,000 tokens with 10,000 operations each, in the same run.
//! Both sides hold as many tokens and operations in memory, and do as much. So
//! neither gains from the processor's caches, and what is left of a difference
//! is how the work for one operation grows with their number: not at all where
//! the whole grows linearly, by a quarter where it grows as n log n. Throughput
//! is given in operations (or intervals) a second; a table at the end puts the
//! two sides together.
//!
//! Operations come in the order of the tokens, as from a translator that reads
//! its input once, and shuffled. To add them shuffled is the one kind of work
//! in which the small streams keep an advantage besides: the search trees of
//! one of them at a time fit the fastest cache.
//!
//! The peer compares every operation with every other, as ANTLR's
//! `TokenStreamRewriter` does; it runs on smaller streams, for it is quadratic.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use token_rewriter::{Operation, Rewriter, Tokens};

const TOKENS_PER_OPERATION: usize = 10;
/// How many streams, and how many operations on each.
const SIDES: [(usize, usize); 2] = [(10, 10_000), (1, 100_000)];
/// The operations of a side.
const TOTAL: usize = 100_000;
/// The peer's numbers of operations.
const PEER_SIZES: [usize; 2] = [1_000, 10_000];
/// How many intervals are rendered in one measurement, and their length.
const INTERVALS: usize = 1_000;
const INTERVAL_TOKENS: usize = 100;

/// Tokens as a lexer leaves them: one text, and where each token ends in it.
struct Lexed {
    text: String,
    ends: Vec<u32>,
}

impl Lexed {
    fn new(tokens: usize) -> Self {
        let mut text = String::new();
        let ends = (0..tokens)
            .map(|index| {
                write!(text, "t{} ", index % 1000).expect("a String takes all text");
                text.len().try_into().expect("the text is short")
            })
            .collect();
        Lexed { text, ends }
    }
}

impl Tokens for Lexed {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn text(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[index] as usize]
    }
}

/// A repeatable source of numbers: Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits are left") % bound
    }
}

#[derive(Clone, Copy)]
enum Edit {
    Before(usize),
    After(usize),
    Replace(usize, usize),
    Delete(usize, usize),
}

#[derive(Clone, Copy)]
enum Order {
    OfTokens,
    Shuffled,
}

const ORDERS: [(&str, Order); 2] = [("in order", Order::OfTokens), ("shuffled", Order::Shuffled)];

/// Operations that meet, without conflict, all over the tokens: in each block,
/// five of them combine by different rules.
fn edits(count: usize, order: Order) -> Vec<Edit> {
    const EACH: usize = 5;
    let blocks = count / EACH;
    let mut blocks_in_order: Vec<usize> = (0..blocks * EACH).map(|at| at / EACH).collect();
    if let Order::Shuffled = order {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        for at in (1..blocks_in_order.len()).rev() {
            blocks_in_order.swap(at, random.below(at + 1));
        }
    }
    let mut steps = vec![0; blocks];
    let next = |block: usize| {
        let first = block * EACH * TOKENS_PER_OPERATION;
        steps[block] += 1;
        match steps[block] {
            1 => Edit::Before(first + 5),
            2 => Edit::Replace(first + 5, first + 9),
            3 => Edit::After(first + 9),
            4 => Edit::Replace(first + 3, first + 20),
            _ => Edit::Delete(first + 30, first + 40),
        }
    };
    blocks_in_order.into_iter().map(next).collect()
}

fn apply<'t>(tokens: &'t Lexed, edits: &[Edit]) -> Rewriter<&'t Lexed> {
    let mut rewriter = Rewriter::new(tokens);
    for edit in edits {
        match *edit {
            Edit::Before(index) => rewriter.insert_before(index, "before "),
            Edit::After(index) => rewriter.insert_after(index, "after "),
            Edit::Replace(first, last) => rewriter.replace(first..=last, "replaced "),
            Edit::Delete(first, last) => rewriter.delete(first..=last),
        };
    }
    rewriter
}

fn text(rewriter: &Rewriter<&Lexed>) -> String {
    rewriter.text().expect("the operations do not conflict")
}

fn intervals(rewriters: &[Rewriter<&Lexed>]) -> usize {
    let mut random = Random(88_172_645_463_325_252);
    let mut length = 0;
    for _ in 0..INTERVALS {
        let rewriter = &rewriters[random.below(rewriters.len())];
        let first = random.below(rewriter.tokens().len() - INTERVAL_TOKENS);
        let text = rewriter.text_of(first..first + INTERVAL_TOKENS);
        length += text.expect("the operations do not conflict").len();
    }
    length
}

/// What a translator does with nested constructs: it translates the inner ones,
/// takes the text that comes of it, and replaces the construct. Here the
/// outermost have 1,000 tokens, and each holds ten smaller ones, down to those
/// of ten tokens.
fn nested(tokens: &Lexed) -> Rewriter<&Lexed> {
    fn construct(rewriter: &mut Rewriter<&Lexed>, first: usize, tokens: usize) {
        if tokens > 10 {
            for part in 0..10 {
                construct(rewriter, first + part * tokens / 10, tokens / 10);
            }
        }
        let range = first..first + tokens;
        let body = rewriter.text_within(range.clone()).expect("the operations do not conflict");
        rewriter.replace(range, format!("{{ {body}}} "));
    }
    let mut rewriter = Rewriter::new(tokens);
    for first in (0..tokens.len()).step_by(1000) {
        construct(&mut rewriter, first, 1000);
    }
    rewriter
}

/// The peer: the replacements that count, found by comparing each operation
/// with all before it. It only needs to give the same text for [`edits`].
fn pairwise(tokens: &Lexed, edits: &[Edit]) -> String {
    let range = |edit: Edit| match edit {
        Edit::Replace(first, last) | Edit::Delete(first, last) => Some((first, last)),
        Edit::Before(_) | Edit::After(_) => None,
    };
    let gap = |edit: Edit| match edit {
        Edit::Before(index) => Some(index),
        Edit::After(index) => Some(index + 1),
        Edit::Replace(..) | Edit::Delete(..) => None,
    };
    let mut alive = vec![true; edits.len()];
    for (later, &edit) in edits.iter().enumerate() {
        let Some((first, last)) = range(edit) else { continue };
        for earlier in 0..later {
            let edit = edits[earlier];
            let replaced = range(edit).is_some_and(|range| first <= range.0 && range.1 <= last);
            let taken = gap(edit).is_some_and(|gap| first < gap && gap <= last);
            alive[earlier] &= !replaced && !taken;
        }
    }
    let mut at: Vec<Vec<Edit>> = vec![Vec::new(); tokens.len() + 1];
    for (&edit, _) in edits.iter().zip(alive).filter(|(_, alive)| *alive) {
        if let Some(index) = gap(edit).or(range(edit).map(|(first, _)| first)) {
            at[index].push(edit);
        }
    }
    let mut text = String::new();
    let mut next = 0;
    for (index, edits) in at.iter().enumerate() {
        for edit in edits {
            match *edit {
                Edit::Before(_) => text.push_str("before "),
                Edit::After(_) => text.push_str("after "),
                Edit::Replace(_, last) => {
                    text.push_str("replaced ");
                    next = last + 1;
                }
                Edit::Delete(_, last) => next = last + 1,
            }
        }
        if next <= index && index < tokens.len() {
            text.push_str(tokens.text(index));
        }
    }
    text
}

fn elements(count: usize) -> Throughput {
    Throughput::Elements(count.try_into().expect("a size fits 64 bits"))
}

/// All streams of a side, with operations in one order.
struct Side {
    streams: Vec<Lexed>,
    edits: Vec<Edit>,
}

impl Side {
    fn new((streams, operations): (usize, usize), order: Order) -> Self {
        let streams = (0..streams).map(|_| Lexed::new(operations * TOKENS_PER_OPERATION)).collect();
        Side { streams, edits: edits(operations, order) }
    }

    fn add(&self) -> Vec<Rewriter<&Lexed>> {
        self.streams.iter().map(|tokens| apply(tokens, &self.edits)).collect()
    }

    fn nested(&self) -> Vec<Rewriter<&Lexed>> {
        self.streams.iter().map(nested).collect()
    }
}

fn texts(rewriters: &[Rewriter<&Lexed>]) -> Vec<String> {
    rewriters.iter().map(text).collect()
}

/// Undoes everything.
fn rollback(mut rewriters: Vec<Rewriter<&Lexed>>) -> Vec<Rewriter<&Lexed>> {
    for rewriter in &mut rewriters {
        let first = rewriter.operations().next().map(Operation::id);
        first.into_iter().for_each(|id| rewriter.rollback(id));
    }
    rewriters
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rewrite");
    group.sample_size(10);
    for (streams, size) in SIDES {
        let id = |name: &str| BenchmarkId::new(name, format!("{streams} × {size}"));
        for (order_name, order) in ORDERS {
            let side = Side::new((streams, size), order);
            let rewriters = side.add();
            group.throughput(elements(TOTAL));
            group.bench_function(id(&format!("add {order_name}")), |b| {
                b.iter_with_large_drop(|| black_box(&side).add());
            });
            group.bench_function(id(&format!("text {order_name}")), |b| {
                b.iter_with_large_drop(|| texts(black_box(&rewriters)));
            });
            group.bench_function(id(&format!("rollback {order_name}")), |b| {
                b.iter_batched(|| rewriters.clone(), rollback, BatchSize::PerIteration);
            });
            group.throughput(elements(INTERVALS));
            group.bench_function(id(&format!("intervals {order_name}")), |b| {
                b.iter(|| intervals(black_box(&rewriters)));
            });
        }
        let side = Side::new((streams, size), Order::OfTokens);
        group.throughput(elements(TOTAL));
        group.bench_function(id("nested"), |b| b.iter_with_large_drop(|| black_box(&side).nested()));
    }
    group.finish();

    let mut group = criterion.benchmark_group("peer");
    group.sample_size(10);
    for size in PEER_SIZES {
        let tokens = Lexed::new(size * TOKENS_PER_OPERATION);
        let edits = edits(size, Order::OfTokens);
        assert_eq!(pairwise(&tokens, &edits), text(&apply(&tokens, &edits)));
        group.throughput(elements(size));
        group.bench_function(BenchmarkId::new("token-rewriter", size), |b| {
            b.iter_with_large_drop(|| text(&apply(&tokens, black_box(&edits))));
        });
        group.bench_function(BenchmarkId::new("pairwise", size), |b| {
            b.iter_with_large_drop(|| pairwise(&tokens, black_box(&edits)));
        });
    }
    group.finish();
}

/// Prints what one kind of work takes on each side: nanoseconds for each of
/// `count` things, the shortest of several runs, which take turns so that both
/// sides have the same share of what disturbs them.
#[expect(clippy::cast_precision_loss, reason = "the counts are far below the mantissa")]
fn print_growth<R>(name: &str, count: usize, mut work: impl FnMut(usize) -> R) {
    const RUNS: usize = 15;
    let mut shortest = [f64::INFINITY; 2];
    for run in 0..2 * RUNS {
        let side = run % 2;
        let start = Instant::now();
        let result = black_box(work(side));
        let time = start.elapsed();
        drop(result);
        shortest[side] = shortest[side].min(time.as_secs_f64() * 1e9 / count as f64);
    }
    let [small, large] = shortest;
    println!("{name:24}{small:14.1}{large:14.1}{:9.2}×", large / small);
}

fn print_table() {
    let [small, large] = SIDES.map(|(streams, size)| format!("{streams} × {size}"));
    println!("nanoseconds for each operation or interval; n log n grows by 1.25×");
    println!("{:24}{small:>14}{large:>14}{:>10}", "", "growth");
    for (name, order) in ORDERS {
        let sides = SIDES.map(|side| Side::new(side, order));
        let rewriters = [sides[0].add(), sides[1].add()];
        print_growth(&format!("add {name}"), TOTAL, |side| sides[side].add());
        print_growth(&format!("text {name}"), TOTAL, |side| texts(&rewriters[side]));
        print_growth(&format!("add, text {name}"), TOTAL, |side| texts(&sides[side].add()));
        print_growth(&format!("intervals {name}"), INTERVALS, |side| intervals(&rewriters[side]));
    }
    let sides = SIDES.map(|side| Side::new(side, Order::OfTokens));
    print_growth("nested", TOTAL, |side| sides[side].nested());
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
    // `cargo bench` says so; `cargo test` runs everything once, untimed.
    if std::env::args().any(|argument| argument == "--bench") {
        print_table();
    }
}
