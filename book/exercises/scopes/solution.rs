// A solution: a stack of names, and one of the places where the scopes begin.

#[derive(Default)]
pub struct Scopes {
    names: Vec<(String, u32)>,
    begins: Vec<usize>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.begins.push(self.names.len());
    }

    pub fn exit(&mut self) {
        let begin = self.begins.pop().unwrap_or(0);
        self.names.truncate(begin);
    }

    /// Declares a name in the innermost scope, with a line.
    pub fn declare(&mut self, name: &str, line: u32) {
        self.names.push((name.to_owned(), line));
    }

    /// The line of the declaration that a name means now.
    pub fn lookup(&self, name: &str) -> Option<u32> {
        self.names.iter().rev().find(|(declared, _)| declared == name).map(|(_, line)| *line)
    }
}
