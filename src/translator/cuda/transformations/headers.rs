//! The headers of the loops that directives make, as texts.
//!
//! What counts them is a `long long`, or a pointer where the author's variable is one. In the innermost loop this variable has its own
//! type again.

use super::super::super::File;
use crate::c::Type;
use crate::openmp::CanonicalLoop;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::{Increment, Relation};

/// Loops over tiles of some sizes, and those over the iterations of a tile. Where another directive takes the former, any tile may be
/// the last.
pub(super) fn tiled(loops: &[Counted], sizes: &[Tokens], is_taken: bool) -> Vec<String> {
    let tiles = loops.iter().zip(sizes).map(|(one, size)| Tiles::of(one, size, is_taken));
    let tiles: Vec<Tiles> = tiles.collect();
    let outer = tiles.iter().map(|tiles| tiles.over_tiles() + " ").collect();
    behind(outer, tiles.iter().map(Tiles::over_iterations))
}

/// Loops over offsets, and those over the iterations that are some sizes apart.
pub(super) fn striped(loops: &[Counted], sizes: &[Tokens]) -> Vec<String> {
    let stripes: Vec<Stripes> = loops.iter().zip(sizes).map(|(one, size)| Stripes::of(one, size)).collect();
    let offsets = stripes.iter().map(|stripes| stripes.over_offsets() + " ");
    let iterations = stripes.iter().map(|stripes| stripes.over_iterations() + " ");
    behind(offsets.chain(iterations).collect(), stripes.iter().map(Stripes::one))
}

/// One loop in place of some, and what runs the iteration of each.
pub(super) fn fused(loops: &[Counted]) -> Option<(String, Vec<String>)> {
    let counter = format!("gpump_fuse_{}", loops.first()?.canonical.variable);
    let longest = longest(loops);
    let over = format!("for (long long {counter} = 0; {counter} < {longest}; {counter}++) ");
    Some((over, loops.iter().map(|one| one.fused(&counter, loops)).collect()))
}

/// The texts of headers of which the outermost has others in front of it.
fn behind(outer: String, headers: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = headers.collect();
    if let Some(first) = texts.first_mut() {
        first.insert_str(0, &outer);
    }
    texts
}

/// An expression that any operator may take.
fn bracketed(text: &str) -> String {
    let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name { text.to_owned() } else { format!("({text})") }
}

/// How many iterations the longest of some loops has.
fn longest(loops: &[Counted]) -> String {
    let mut counts: Vec<String> = loops.iter().map(Counted::count).collect();
    counts.sort();
    counts.dedup();
    let longer = |a: String, b: String| format!("({a} > {b} ? {a} : {b})");
    counts.into_iter().reduce(longer).unwrap_or_default()
}

/// A loop, and the texts that count its iterations: in `long long`, or as pointers.
pub(super) struct Counted<'t, 'f> {
    pub canonical: &'t CanonicalLoop,
    file: &'t File<'f>,
    /// The type of a variable that is a pointer.
    pointer: Option<Type>,
    /// The declaration of the variable, or its name.
    own: String,
    /// What is compared is converted to this first, as by C's usual conversions.
    conversion: &'static str,
    lower: String,
    bound: String,
    /// By how much the variable changes, if that is not one.
    step: Option<String>,
    /// Whether it is known behind the loop, and has the value there that it would have without the directive.
    outlives: bool,
}

impl<'t, 'f> Counted<'t, 'f> {
    /// `None` of types that cannot be had.
    pub fn of(canonical: &'t CanonicalLoop, may_outlive: bool, file: &'t File<'f>) -> Option<Self> {
        let inside = canonical.body_start;
        let ty = file.type_at(&canonical.variable, inside)?;
        let pointer = ty.pointee().is_some().then(|| ty.unqualified());
        let conversion = if let Some(pointer) = &pointer {
            file.types().declare(pointer, &canonical.variable)?;
            ""
        } else {
            let compared = format!("{} + ({})", canonical.variable, file.read(&canonical.bound));
            let compared = file.types().type_of_text(&compared, inside)?.basic()?;
            match (compared.is_unsigned(), compared.size()) {
                (_, 16) => return None,
                (false, _) => "",
                (true, 8) => "(long long)",
                (true, _) => "(unsigned int)",
            }
        };
        let own = match &canonical.declared {
            Some(words) => format!("{} {}", file.said(words), canonical.variable),
            None => canonical.variable.clone(),
        };
        let step = match &canonical.increment {
            Increment::PlusOne | Increment::MinusOne => None,
            Increment::Plus(step) | Increment::Minus(step) => Some(file.said(step)),
        };
        let (lower, bound) = (file.said(&canonical.lower), file.said(&canonical.bound));
        // What stands behind `!=` may bind less tightly than what stands behind `<`.
        let bound = if canonical.is_unequal { bracketed(&bound) } else { bound };
        let outlives = may_outlive && canonical.declared.is_none();
        Some(Counted { canonical, file, pointer, own, conversion, lower, bound, step, outlives })
    }

    fn goes_up(&self) -> bool {
        self.canonical.relation.goes_up()
    }

    fn is_plus(&self) -> bool {
        matches!(self.canonical.increment, Increment::PlusOne | Increment::Plus(_))
    }

    fn converted(&self, text: &str) -> String {
        match self.conversion {
            "" => text.to_owned(),
            conversion => format!("{conversion}({text})"),
        }
    }

    /// An expression of the header as an operand of the counting.
    fn operand(&self, text: &str) -> String {
        let is_number = text.len() < 10 && text.chars().all(|c| c.is_ascii_digit());
        let text = bracketed(text);
        match self.conversion {
            _ if is_number || self.pointer.is_some() => text,
            "(unsigned int)" => format!("(long long)(unsigned int){text}"),
            _ => format!("(long long){text}"),
        }
    }

    /// By how much the variable comes closer to its bound. The sign of a step is the program's to say.
    fn distance(&self) -> String {
        match &self.step {
            None => "1".to_owned(),
            Some(step) if self.goes_up() == self.is_plus() => match step.parse::<u32>() {
                Ok(_) => step.clone(),
                Err(_) => format!("(long long)({step})"),
            },
            Some(step) => format!("-(long long)({step})"),
        }
    }

    /// How many iterations there are; not positive if there are none.
    fn count(&self) -> String {
        let (lower, bound) = (self.operand(&self.lower), self.operand(&self.bound));
        let (from, to) = if self.goes_up() { (lower, bound) } else { (bound, lower) };
        let length = if from == "0" { to } else { format!("{to} - {from}") };
        let is_reached = matches!(self.canonical.relation, Relation::LessEqual | Relation::GreaterEqual);
        match (&self.step, is_reached) {
            (None, false) if from == "0" => length,
            (None, false) => format!("({length})"),
            (None, true) => format!("({length} + 1)"),
            (Some(_), false) => format!("(({length} + {0} - 1) / {0})", self.distance()),
            (Some(_), true) => format!("(({length} + {0}) / {0})", self.distance()),
        }
    }

    /// The value in an iteration, by its number from 0 on.
    fn value_in(&self, number: &str) -> String {
        let lower = self.operand(&self.lower);
        let far = match self.step {
            None => number.to_owned(),
            Some(_) => format!("{number} * {}", self.distance()),
        };
        match (self.goes_up(), lower.as_str()) {
            (true, "0") => far,
            (true, _) => format!("{lower} + {far}"),
            (false, _) => format!("{lower} - {far}"),
        }
    }

    /// The value behind the loop, if it has iterations.
    fn value_behind(&self) -> String {
        match (&self.step, self.canonical.relation) {
            (None, Relation::Less | Relation::Greater) => self.bound.clone(),
            _ => self.value_in(&self.count()),
        }
    }

    /// The end of a condition that gives the variable this value where the loop ends.
    fn left_behind(&self) -> String {
        format!("({} = {}, 0)", self.canonical.variable, self.value_behind())
    }

    fn declaration(&self, name: &str) -> String {
        let declared = self.pointer.as_ref().and_then(|pointer| self.file.types().declare(pointer, name));
        declared.unwrap_or_else(|| format!("long long {name}"))
    }

    /// How many times its step a variable advances.
    fn advance(&self, size: &Tokens) -> String {
        let said = self.file.said(size);
        let size = if size.start() == size.end() { said } else { format!("(long long)({said})") };
        match &self.step {
            None => size,
            Some(step) => format!("{size} * (long long)({step})"),
        }
    }

    /// How the variable changes from one iteration to the next.
    fn next(&self) -> String {
        let variable = &self.canonical.variable;
        match (self.is_plus(), &self.step) {
            (true, None) => format!("{variable}++"),
            (false, None) => format!("{variable}--"),
            (true, Some(step)) => format!("{variable} += {step}"),
            (false, Some(step)) => format!("{variable} -= {step}"),
        }
    }

    /// How far the variable is from where some iterations begin.
    fn far_from(&self, start: &str) -> String {
        let value = self.converted(&self.canonical.variable);
        if self.goes_up() { format!("{value} - {start}") } else { format!("{start} - {value}") }
    }

    /// The header of a loop of one iteration, in which the variable has a value; behind it, it has that of behind a loop.
    fn one(&self, value: &str, left: &Self) -> String {
        let own = &self.own;
        let mut condition = format!("{} < {}", self.far_from(value), self.distance());
        if self.outlives {
            condition += &format!(" || {}", left.left_behind());
        }
        format!("for ({own} = {value}; {condition}; {})", self.next())
    }

    /// The headers of a loop that begins with the last iteration.
    pub fn reversed(&self) -> String {
        let name = format!("gpump_reverse_{}", self.canonical.variable);
        let (relation, sign) = if self.goes_up() { (">=", "-") } else { ("<=", "+") };
        let next = match self.step {
            None => format!("{name}{sign}{sign}"),
            Some(_) => format!("{name} {sign}= {}", self.distance()),
        };
        let last = match (&self.step, self.canonical.relation) {
            (None, Relation::LessEqual | Relation::GreaterEqual) => self.operand(&self.bound),
            (None, _) => format!("{} {sign} 1", self.operand(&self.bound)),
            (Some(_), _) => self.value_in(&format!("({} - 1)", self.count())),
        };
        let (declared, lower) = (self.declaration(&name), self.operand(&self.lower));
        format!("for ({declared} = {last}; {name} {relation} {lower}; {next}) {}", self.one(&name, self))
    }

    /// What runs the iteration of a number, if there is one. Of loops with the same variable the last leaves its value behind.
    fn fused(&self, number: &str, all: &[Self]) -> String {
        let value = self.value_in(number);
        let value = if value == number { value } else { format!("({value})") };
        let last = all.iter().rfind(|one| one.canonical.variable == self.canonical.variable);
        format!("if ({number} < {}) {}", self.count(), self.one(&value, last.unwrap_or(self)))
    }
}

/// A loop that becomes two: one over tiles and one over the iterations of a tile.
struct Tiles<'c, 'f> {
    counted: &'c Counted<'c, 'f>,
    /// The variable of the loop over tiles.
    tile: String,
    /// By how much it differs from one tile to the next.
    advance: String,
    /// Whether another directive takes that loop.
    is_taken: bool,
}

impl<'c, 'f> Tiles<'c, 'f> {
    fn of(counted: &'c Counted<'c, 'f>, size: &Tokens, is_taken: bool) -> Self {
        let tile = format!("gpump_tile_{}", counted.canonical.variable);
        Tiles { counted, tile, advance: counted.advance(size), is_taken }
    }

    /// The header of the loop over tiles.
    fn over_tiles(&self) -> String {
        let Tiles { counted, tile, advance, .. } = self;
        let (lower, bound) = (counted.converted(&counted.lower), counted.converted(&counted.bound));
        let relation = counted.canonical.relation.text();
        let operator = if counted.is_plus() { "+=" } else { "-=" };
        let declared = counted.declaration(tile);
        format!("for ({declared} = {lower}; {tile} {relation} {bound}; {tile} {operator} {advance})")
    }

    /// The header of the loop over the iterations of a tile.
    fn over_iterations(&self) -> String {
        let Tiles { counted, tile, advance, .. } = self;
        let Counted { own, bound, canonical: CanonicalLoop { variable, relation, .. }, .. } = counted;
        // The sign of a step is the program's to say.
        let is_forward = counted.goes_up() == counted.is_plus();
        let advance = if is_forward { advance.clone() } else { format!("-({advance})") };
        let (far, relation, next) = (counted.far_from(tile), relation.text(), counted.next());
        let mut condition = format!("{variable} {relation} {bound} && {far} < {advance}");
        // The tile that is the last by itself leaves the right value behind.
        if counted.outlives && self.is_taken {
            condition = format!("({condition}) || {}", counted.left_behind());
        }
        format!("for ({own} = {tile}; {condition}; {next})")
    }
}

/// A loop that becomes two: one over offsets and one over the iterations that are a size apart, from each offset on.
struct Stripes<'c, 'f> {
    counted: &'c Counted<'c, 'f>,
    /// The variables of the two loops.
    offset: String,
    at: String,
    /// By how much the second differs from one iteration to the next.
    advance: String,
}

impl<'c, 'f> Stripes<'c, 'f> {
    fn of(counted: &'c Counted<'c, 'f>, size: &Tokens) -> Self {
        let variable = &counted.canonical.variable;
        let (offset, at) = (format!("gpump_offset_{variable}"), format!("gpump_stripe_{variable}"));
        Stripes { counted, offset, at, advance: counted.advance(size) }
    }

    /// The header of the loop over offsets. Of those that are as far as the bound no iteration is found.
    fn over_offsets(&self) -> String {
        let Stripes { counted, offset, advance, .. } = self;
        let (relation, operator) = if counted.goes_up() { ("<", "+=") } else { (">", "-=") };
        let (declared, lower) = (counted.declaration(offset), counted.operand(&counted.lower));
        let end = match (counted.is_plus(), lower.as_str()) {
            (true, "0") => advance.clone(),
            (true, _) => format!("{lower} + (long long){advance}"),
            (false, _) => format!("{lower} - (long long){advance}"),
        };
        let next = match counted.step {
            None => format!("{offset}{0}{0}", &operator[..1]),
            Some(_) => format!("{offset} {operator} {}", counted.distance()),
        };
        format!("for ({declared} = {lower}; {offset} {relation} {end}; {next})")
    }

    /// The header of the loop over the iterations.
    fn over_iterations(&self) -> String {
        let Stripes { counted, offset, at, advance } = self;
        let (relation, bound) = (counted.canonical.relation.text(), counted.converted(&counted.bound));
        let operator = if counted.is_plus() { "+=" } else { "-=" };
        let declared = counted.declaration(at);
        format!("for ({declared} = {offset}; {at} {relation} {bound}; {at} {operator} {advance})")
    }

    fn one(&self) -> String {
        self.counted.one(&self.at, self.counted)
    }
}
