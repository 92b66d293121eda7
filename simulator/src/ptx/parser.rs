//! Reads a module: directives and declarations (PTX ISA 5 and 11).

mod body;

use super::Error;
use super::lexer::{Lexeme, Token, error, lex};
use super::syntax::{Body, Function, Linkage, Module, Parameter, Relocation, Space, Type, Variable};

pub(super) fn parse(text: &str) -> Result<Module, Error> {
    let mut parser = Parser { lexemes: lex(text)?, at: 0, module: Module::default() };
    parser.module.lines = text.lines().map(str::to_owned).collect();
    while parser.peek().is_some() {
        parser.item()?;
    }
    Ok(parser.module)
}

struct Parser<'a> {
    lexemes: Vec<Lexeme<'a>>,
    at: usize,
    module: Module,
}

/// What stands before the name of a variable.
struct Head {
    alignment: Option<u32>,
    kind: Type,
    /// 2 or 4 for vectors.
    lanes: u32,
    managed: bool,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.lexemes.get(self.at).map(|lexeme| lexeme.token)
    }

    fn peek_at(&self, ahead: usize) -> Option<Token<'a>> {
        self.lexemes.get(self.at + ahead).map(|lexeme| lexeme.token)
    }

    fn line(&self) -> u32 {
        self.lexemes.get(self.at).or(self.lexemes.last()).map_or(1, |lexeme| lexeme.line)
    }

    fn error(&self, what: impl Into<String>) -> Error {
        error(self.line(), what)
    }

    fn next(&mut self) -> Result<Token<'a>, Error> {
        let token = self.peek().ok_or_else(|| self.error("the text ends in the middle"))?;
        self.at += 1;
        Ok(token)
    }

    fn accept(&mut self, mark: u8) -> bool {
        let found = self.peek() == Some(Token::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Token::Word(word));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: u8) -> Result<(), Error> {
        if self.accept(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{}`", mark as char))) }
    }

    fn unexpected(&self, wanted: &str) -> Error {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Mark(mark)) => format!("`{}`", mark as char),
            Some(Token::String(text)) => format!("\"{text}\""),
            Some(_) => "a number".to_owned(),
        };
        self.error(format!("expected {wanted}, found {found}"))
    }

    fn word(&mut self, wanted: &str) -> Result<&'a str, Error> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn integer(&mut self) -> Result<u64, Error> {
        match self.peek() {
            Some(Token::Integer(number)) => {
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.unexpected("a whole number")),
        }
    }

    fn number32(&mut self) -> Result<u32, Error> {
        let number = self.integer()?;
        u32::try_from(number).map_err(|_| self.error(format!("{number} is too large here")))
    }

    fn skip_line(&mut self) {
        let line = self.line();
        while self.lexemes.get(self.at).is_some_and(|lexeme| lexeme.line == line) {
            self.at += 1;
        }
    }

    fn skip_past(&mut self, mark: u8) -> Result<(), Error> {
        while self.next()? != Token::Mark(mark) {}
        Ok(())
    }

    /// Skips `{ … }` with all that is in it.
    fn skip_braces(&mut self) -> Result<(), Error> {
        let mut depth = 0;
        loop {
            match self.next()? {
                Token::Mark(b'{') => depth += 1,
                Token::Mark(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Result<(), Error> {
        let mut linkage = Linkage::Static;
        loop {
            let line = self.line();
            match self.word("a directive")? {
                ".version" | ".target" | ".address_size" | ".loc" => {
                    self.at -= 1;
                    self.skip_line();
                    return Ok(());
                }
                ".file" => return self.file(),
                ".section" => {
                    self.word("a section's name")?;
                    return self.skip_braces();
                }
                ".pragma" => return self.skip_past(b';'),
                ".alias" => return self.alias(),
                ".visible" => linkage = Linkage::Visible,
                ".weak" => linkage = Linkage::Weak,
                ".extern" => linkage = Linkage::Extern,
                ".common" => linkage = Linkage::Common,
                ".func" => return self.function(false, linkage, line),
                ".entry" => return self.function(true, linkage, line),
                other => match space(other) {
                    Some(space) => {
                        let variables = self.variables(space, linkage)?;
                        self.module.variables.extend(variables);
                        return Ok(());
                    }
                    None => {
                        self.at -= 1;
                        return Err(self.error(format!("the directive `{other}` is not known")));
                    }
                },
            }
        }
    }

    fn file(&mut self) -> Result<(), Error> {
        let number = self.number32()?;
        let Token::String(name) = self.next()? else { return Err(self.error("`.file` has no name")) };
        self.module.files.push((number, name.to_owned()));
        while self.accept(b',') {
            self.integer()?;
        }
        Ok(())
    }

    fn alias(&mut self) -> Result<(), Error> {
        let alias = self.word("the alias")?.to_owned();
        self.expect(b',')?;
        let aliased = self.word("the function that it names")?.to_owned();
        self.expect(b';')?;
        self.module.aliases.push((alias, aliased));
        Ok(())
    }

    fn function(&mut self, kernel: bool, linkage: Linkage, line: u32) -> Result<(), Error> {
        let mut function = Function { kernel, linkage, line, ..Function::default() };
        if self.accept_word(".attribute") {
            self.skip_past(b')')?;
        }
        if self.peek() == Some(Token::Mark(b'(')) {
            function.results = self.parameters()?;
        }
        function.name = self.word("the function's name")?.to_owned();
        if self.peek() == Some(Token::Mark(b'(')) {
            function.parameters = self.parameters()?;
        }
        loop {
            match self.next()? {
                Token::Mark(b';') => break,
                Token::Mark(b'{') => {
                    let mut body = Body::default();
                    body.params.extend(function.parameters.iter().chain(&function.results).cloned());
                    function.body = Some(self.body(body)?);
                    break;
                }
                Token::Word(".maxntid") => function.max_threads = Some(self.extent()?),
                Token::Word(".reqntid") => function.required_threads = Some(self.extent()?),
                Token::Word(".minnctapersm" | ".maxnctapersm" | ".maxnreg" | ".maxclusterrank") => {
                    self.integer()?;
                }
                Token::Word(".reqnctapercluster") => {
                    self.extent()?;
                }
                Token::Word(".noreturn" | ".explicitcluster" | ".blocksareclusters") => {}
                Token::Word(".pragma") => self.skip_past(b';')?,
                _ => {
                    self.at -= 1;
                    return Err(self.unexpected("the function's body"));
                }
            }
        }
        self.module.functions.push(function);
        Ok(())
    }

    fn extent(&mut self) -> Result<[u32; 3], Error> {
        let mut extent = [1; 3];
        extent[0] = self.number32()?;
        for slot in &mut extent[1..] {
            if !self.accept(b',') {
                break;
            }
            *slot = self.number32()?;
        }
        Ok(extent)
    }

    /// `(.param …, .param …)`
    fn parameters(&mut self) -> Result<Vec<Parameter>, Error> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        if self.accept(b')') {
            return Ok(parameters);
        }
        loop {
            match self.word("`.param`")? {
                ".param" => {}
                // The ABI's prototypes may have registers; they behave alike.
                ".reg" => {}
                _ => {
                    self.at -= 1;
                    return Err(self.unexpected("`.param`"));
                }
            }
            let head = self.head()?;
            parameters.push(self.parameter(&head)?);
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(parameters)
    }

    /// The name and array size of a parameter whose type has been read.
    fn parameter(&mut self, head: &Head) -> Result<Parameter, Error> {
        let name = self.word("the parameter's name")?.to_owned();
        let mut size = head.kind.size() * head.lanes;
        while self.accept(b'[') {
            if self.accept(b']') {
                size = 0;
            } else {
                size = size.saturating_mul(self.number32()?);
                self.expect(b']')?;
            }
        }
        let alignment = head.alignment.unwrap_or(head.kind.size() * head.lanes).max(1);
        Ok(Parameter { name, size, alignment })
    }

    /// Attributes, alignment and type of a variable or parameter.
    fn head(&mut self) -> Result<Head, Error> {
        let mut head = Head { alignment: None, kind: Type::B8, lanes: 1, managed: false };
        let mut typed = false;
        loop {
            let Some(Token::Word(word)) = self.peek() else {
                return if typed { Ok(head) } else { Err(self.unexpected("a type")) };
            };
            match word {
                ".align" => {
                    self.at += 1;
                    let alignment = self.number32()?;
                    if !alignment.is_power_of_two() {
                        return Err(self.error(format!("{alignment} is no alignment")));
                    }
                    // Behind `.ptr` stands the alignment of what is pointed to.
                    if !typed {
                        head.alignment = Some(alignment);
                    }
                    continue;
                }
                ".attribute" => {
                    self.at += 1;
                    self.expect(b'(')?;
                    while !self.accept(b')') {
                        if self.next()? == Token::Word(".managed") {
                            head.managed = true;
                        }
                    }
                    continue;
                }
                ".v2" => head.lanes = 2,
                ".v4" => head.lanes = 4,
                ".ptr" | ".global" | ".const" | ".shared" | ".local" if typed => {}
                _ => match word.strip_prefix('.').and_then(Type::named) {
                    Some(kind) => {
                        head.kind = kind;
                        typed = true;
                    }
                    None if typed => return Ok(head),
                    None => return Err(self.unexpected("a type")),
                },
            }
            self.at += 1;
        }
    }

    /// `.global .align 4 .u32 a, b[3] = {…};` from behind the state space.
    fn variables(&mut self, space: Space, linkage: Linkage) -> Result<Vec<Variable>, Error> {
        let head = self.head()?;
        let mut variables = Vec::new();
        loop {
            let line = self.line();
            let name = self.word("the variable's name")?.to_owned();
            let element = head.kind.size() * head.lanes;
            let mut size = u64::from(element);
            let mut unsized_array = false;
            while self.accept(b'[') {
                if self.accept(b']') {
                    unsized_array = true;
                } else {
                    size = size.saturating_mul(self.integer()?);
                    self.expect(b']')?;
                }
            }
            let alignment = head.alignment.unwrap_or(element).max(1);
            let managed = head.managed;
            let mut variable = Variable {
                name,
                linkage,
                space,
                alignment,
                size,
                unsized_array,
                managed,
                bytes: Vec::new(),
                relocations: Vec::new(),
                line,
            };
            if self.accept(b'=') {
                self.initialiser(&head, &mut variable)?;
                if unsized_array {
                    variable.size = variable.bytes.len() as u64;
                    variable.unsized_array = false;
                }
            }
            if variable.unsized_array {
                variable.size = 0;
            }
            if variable.bytes.len() as u64 > variable.size {
                return Err(self.error(format!("`{}` has more initialisers than elements", variable.name)));
            }
            variables.push(variable);
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b';')?;
        Ok(variables)
    }

    fn initialiser(&mut self, head: &Head, variable: &mut Variable) -> Result<(), Error> {
        if !self.accept(b'{') {
            return self.element(head.kind, variable);
        }
        if self.accept(b'}') {
            return Ok(());
        }
        loop {
            self.initialiser(head, variable)?;
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b'}')
    }

    fn element(&mut self, kind: Type, variable: &mut Variable) -> Result<(), Error> {
        let size = kind.size() as usize;
        let bits = match self.peek() {
            Some(Token::Word(_)) => return self.address(size, u64::MAX, variable),
            Some(Token::Integer(mask)) if self.peek_at(1) == Some(Token::Mark(b'(')) => {
                self.at += 2;
                self.address(size, mask, variable)?;
                return self.expect(b')');
            }
            _ => self.constant(kind)?,
        };
        variable.bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        Ok(())
    }

    /// The bits of a number as `kind` has them.
    fn constant(&mut self, kind: Type) -> Result<u128, Error> {
        let negative = self.accept(b'-');
        let number = match self.next()? {
            Token::Integer(number) if kind == Type::F64 => {
                u128::from(if negative { -(number as f64) } else { number as f64 }.to_bits())
            }
            Token::Integer(number) if kind == Type::F32 => {
                u128::from(if negative { -(number as f32) } else { number as f32 }.to_bits())
            }
            Token::Integer(number) if negative => i128::from(number).wrapping_neg() as u128,
            Token::Integer(number) => u128::from(number),
            Token::Single(bits) => u128::from(bits ^ (u32::from(negative) << 31)),
            Token::Double(bits) => {
                let bits = bits ^ (u64::from(negative) << 63);
                if kind == Type::F32 {
                    u128::from((f64::from_bits(bits) as f32).to_bits())
                } else {
                    u128::from(bits)
                }
            }
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a number"));
            }
        };
        Ok(number)
    }

    /// `symbol`, `generic(symbol)`, with an offset.
    fn address(&mut self, size: usize, mask: u64, variable: &mut Variable) -> Result<(), Error> {
        let mut symbol = self.word("a symbol")?;
        let mut generic = false;
        let mut addend = 0;
        if symbol == "generic" && self.accept(b'(') {
            generic = true;
            symbol = self.word("a symbol")?;
            addend += self.offset()?;
            self.expect(b')')?;
        }
        addend += self.offset()?;
        variable.relocations.push(Relocation {
            offset: variable.bytes.len() as u64,
            size: size as u32,
            symbol: symbol.to_owned(),
            addend,
            generic,
            mask,
        });
        variable.bytes.resize(variable.bytes.len() + size, 0);
        Ok(())
    }

    /// `+8`, `-8`, `+-8`, or nothing.
    fn offset(&mut self) -> Result<i64, Error> {
        let mut sign = match self.peek() {
            Some(Token::Mark(b'+')) => 1,
            Some(Token::Mark(b'-')) => -1,
            _ => return Ok(0),
        };
        self.at += 1;
        if self.accept(b'-') {
            sign = -sign;
        }
        Ok((self.integer()? as i64).wrapping_mul(sign))
    }
}

fn space(directive: &str) -> Option<Space> {
    Some(match directive {
        ".global" => Space::Global,
        ".const" => Space::Const,
        ".shared" => Space::Shared,
        ".local" => Space::Local,
        _ => return None,
    })
}
