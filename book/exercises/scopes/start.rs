// Exercise: scopes. A name means what the innermost scope that has it says.
//
// This attempt never forgets a name, and finds the oldest first.

#[derive(Default)]
pub struct Scopes {
    names: Vec<(String, u32)>,
}

impl Scopes {
    pub fn enter(&mut self) {}

    pub fn exit(&mut self) {}

    /// Declares a name in the innermost scope, with a line.
    pub fn declare(&mut self, name: &str, line: u32) {
        self.names.push((name.to_owned(), line));
    }

    /// The line of the declaration that a name means now.
    pub fn lookup(&self, name: &str) -> Option<u32> {
        self.names.iter().find(|(declared, _)| declared == name).map(|(_, line)| *line)
    }
}
