//! Chapters 7 and 8: each region becomes a kernel, and in its place stand the
//! calls that move data and start it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use gpump::rewrite::{RewriteError, Rewriter};

use super::regions::{Region, Regions, Sharing};
use super::scopes::Declaration;
use super::{Actions, Tokens, parse};

/// How many blocks a kernel has, and how many threads a block.
const TEAM: &str = "2, 4";

/// A function of the program: its name, and the token that it begins with.
struct Function {
    name: String,
    start: usize,
}

/// What the parser's actions find: regions, and the functions they stand in.
struct Program<'t> {
    regions: Regions<'t>,
    functions: Vec<Function>,
}

/// Translates a program.
///
/// # Errors
///
/// What lexer and parser say, and what this compiler cannot do, each as `LINE: message`.
pub fn translate(text: &str) -> Result<String, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut program = Program { regions: Regions::new(&tokens), functions: Vec::new() };
    parse(text, &mut program)?;
    let Program { regions: mut all, functions } = program;
    let mut rewriter = Rewriter::new(tokens.texts());
    let mut kernels: BTreeMap<usize, String> = BTreeMap::new();
    for region in all.found.clone() {
        let Some(function) = functions.iter().rfind(|function| function.start < *region.tokens.start())
        else {
            continue;
        };
        let number = all
            .found
            .iter()
            .filter(|found| (function.start..*region.tokens.start()).contains(found.tokens.start()));
        let name = format!("{}_region{}", function.name, number.count());
        let variables = variables(&mut all, &region);
        if !all.errors.is_empty() {
            continue;
        }
        let kernel = kernel(&tokens, &mut rewriter, &all, &region, &variables, &name);
        let kernel = kernel.map_err(|error| vec![error.to_string()])?;
        kernels.entry(function.start).or_default().push_str(&kernel);
        rewriter.replace(region.tokens.clone(), launch(&variables, &name));
    }
    if !all.errors.is_empty() {
        return Err(all.errors);
    }
    for (start, text) in kernels {
        rewriter.insert_before(start, text);
    }
    rewriter.text().map_err(|error| vec![error.to_string()])
}

/// A variable from around the region, and how the region has it.
struct Variable {
    id: usize,
    declaration: Declaration,
    sharing: Sharing,
}

impl Variable {
    /// Whether host and device have to exchange its value.
    fn travels(&self) -> bool {
        self.sharing != Sharing::Private
    }

    /// The member of the structure that leads to the device's copy.
    fn member(&self) -> String {
        let name = &self.declaration.name;
        let pointer =
            if self.declaration.extents.is_empty() { format!("*{name}") } else { format!("(*{name})") };
        self.declaration.written(&pointer)
    }
}

/// The variables of a region, in the order of their declarations; what cannot
/// be translated becomes an error.
fn variables(all: &mut Regions<'_>, region: &Region) -> Vec<Variable> {
    let uses = all.scopes.uses[region.uses.clone()].to_vec();
    for (token, declaration) in uses {
        let name = all.scopes.tokens.text(token).to_owned();
        let is_called =
            all.scopes.tokens.after(token).is_some_and(|next| all.scopes.tokens.text(next) == "(");
        match declaration.map(|id| all.scopes.symbols.all[id].is_function) {
            Some(true) => all.error(token, format!("the region calls `{name}`, which runs on the host")),
            None if !is_called => all.error(token, format!("`{name}` is not declared")),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let counter = all.counter(region);
    for (id, (sharing, _)) in all.sharing(region) {
        let declaration = all.scopes.symbols.all[id].clone();
        let name = &declaration.name;
        let is_scalar = declaration.extents.is_empty() && declaration.pointer_level == 0;
        if Some(id) == counter && sharing != Sharing::Private {
            all.error(
                *region.tokens.start(),
                format!("`{name}` counts the loop, and cannot be {}", sharing.name()),
            );
        } else if declaration.pointer_level > 0 && sharing != Sharing::Private {
            all.error(
                *region.tokens.start(),
                format!("`{name}` is a pointer: what it leads to stays on the host"),
            );
        } else if !is_scalar && matches!(sharing, Sharing::FirstPrivate | Sharing::Reduction) {
            all.error(
                *region.tokens.start(),
                format!("`{name}` is an array, which {} cannot copy", sharing.name()),
            );
        }
        found.push(Variable { id, declaration, sharing });
    }
    found
}

// ANCHOR: kernel
/// The kernel of a region: the author's statements, with what they need around them.
fn kernel(
    tokens: &Tokens,
    rewriter: &mut Rewriter<&[String]>,
    all: &Regions<'_>,
    region: &Region,
    variables: &[Variable],
    name: &str,
) -> Result<String, RewriteError> {
    // What is rewritten for the device is a program of its own over the same tokens.
    let mut device = rewriter.program_mut("device");
    for &(token, declaration) in &all.scopes.uses[region.uses.clone()] {
        let variable = variables.iter().find(|variable| Some(variable.id) == declaration);
        if variable.is_some_and(|variable| variable.sharing == Sharing::Shared) {
            device.replace_token(token, format!("(*mini_shared.{})", tokens.text(token)));
        }
    }
    if let Some(header) = &region.header {
        let words: Vec<usize> = tokens.visible(header.clone()).collect();
        let ends: Vec<usize> = (0..words.len()).filter(|&at| tokens.text(words[at]) == ";").collect();
        // for ( i = LOWER ; i < BOUND ; i ++ )
        device.insert_before(words[4], "mini_thread + (");
        device.insert_after(words[ends[0] - 1], ")");
        device.replace(
            words[ends[1] + 1]..=words[words.len() - 2],
            format!("{} += mini_threads", tokens.text(words[2])),
        );
    }
    let body = tokens.after(*region.directive.end()).unwrap_or_default()..=*region.tokens.end();
    let body = device.view().text_of(body)?;

    let mut text = format!("struct {name}_t {{\n");
    for variable in variables.iter().filter(|variable| variable.travels()) {
        let _ = writeln!(text, "    {};", variable.member());
    }
    let _ = write!(text, "}};\n\n__global__ void {name}({name}_t mini_shared)\n{{\n");
    text.push_str("    int mini_thread = blockIdx.x * blockDim.x + threadIdx.x;\n");
    text.push_str("    int mini_threads = gridDim.x * blockDim.x;\n");
    for Variable { declaration, sharing, .. } in variables {
        let written = declaration.written(&declaration.name);
        let _ = match sharing {
            Sharing::Shared => Ok(()),
            Sharing::Private => writeln!(text, "    {written};"),
            Sharing::FirstPrivate => writeln!(text, "    {written} = *mini_shared.{};", declaration.name),
            Sharing::Reduction => writeln!(text, "    {written} = 0;"),
        };
    }
    let _ = writeln!(text, "    {body}");
    for Variable { declaration: Declaration { name, .. }, .. } in
        variables.iter().filter(|variable| variable.sharing == Sharing::Reduction)
    {
        let _ = writeln!(text, "    atomicAdd(mini_shared.{name}, {name});");
    }
    text.push_str("}\n\n");
    Ok(text)
}
// ANCHOR_END: kernel

// ANCHOR: launch
/// What stands in the place of the region.
fn launch(variables: &[Variable], name: &str) -> String {
    let mut text = format!("{{\n        {name}_t mini_shared;\n");
    let (mut back, mut free) = (String::new(), String::new());
    for Variable { declaration: Declaration { name: it, .. }, sharing, .. } in
        variables.iter().filter(|variable| variable.travels())
    {
        let _ = writeln!(text, "        cudaMalloc((void **)&mini_shared.{it}, sizeof {it});");
        let _ = writeln!(
            text,
            "        cudaMemcpy(mini_shared.{it}, &{it}, sizeof {it}, cudaMemcpyHostToDevice);"
        );
        if *sharing != Sharing::FirstPrivate {
            let _ = writeln!(
                back,
                "        cudaMemcpy(&{it}, mini_shared.{it}, sizeof {it}, cudaMemcpyDeviceToHost);"
            );
        }
        let _ = writeln!(free, "        cudaFree(mini_shared.{it});");
    }
    let _ = write!(text, "        {name}<<<{TEAM}>>>(mini_shared);\n        cudaDeviceSynchronize();\n");
    text + &back + &free + "    }"
}
// ANCHOR_END: launch

macro_rules! hand_on {
    ($($action:ident)*) => {
        $(fn $action(&mut self, rule: RangeInclusive<usize>) {
            self.regions.$action(rule);
        })*
    };
}

impl Actions for Program<'_> {
    fn declare_function(&mut self, rule: RangeInclusive<usize>) {
        let start = *rule.start();
        self.regions.declare_function(rule);
        let name = self.regions.scopes.symbols.all.last().map(|declared| declared.name.clone());
        self.functions.push(Function { name: name.unwrap_or_default(), start });
    }

    hand_on! {
        exit_type declare enter_scope exit_scope reference enter_construct data_clause exit_directive
        exit_header exit_parallel_construct exit_parallel_for_construct
    }
}
