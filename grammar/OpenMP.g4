/*
 * OpenMP 2.5: the grammar of the specification's Appendix C under the rule
 * names of the thesis's Appendix A.
 *
 * Two things differ from the thesis. The specification ends each directive
 * with `new-line`, which the thesis left out. Here it is a token again, so an
 * error in a directive that does not end where it should is found at its
 * place. And `#pragma omp` is one token, after which the lexer treats the
 * words of OpenMP as keywords.
 *
 * The rules end in actions; the thesis has @after blocks instead. Comments
 * name the section of the specification that describes a directive.
 */
parser grammar OpenMP;

options { tokenVocab = CLexer; }

openmp_pragma
    : PragmaOmp
    ;

openmp_construct
    : parallel_construct
    | for_construct
    | sections_construct
    | single_construct
    | parallel_for_construct
    | parallel_sections_construct
    | master_construct
    | critical_construct
    | atomic_construct
    | ordered_construct
    ;

openmp_directive
    : barrier_directive
    | flush_directive
    ;

structured_block
    : statement
    ;

parallel_construct
    : parallel_directive structured_block {this.exitParallelConstruct();}
    ;

// section 2.4
parallel_directive
    : openmp_pragma 'parallel' {this.enterConstruct();} parallel_clauseoptseq NewLine {this.exitDirective();}
    ;

parallel_clauseoptseq
    : parallel_clause*
    ;

parallel_clause
    : unique_parallel_clause
    | data_clause
    ;

unique_parallel_clause
    : 'if' '(' expression ')' {this.ifClause();}
    | 'num_threads' '(' expression ')' {this.numThreadsClause();}
    ;

for_construct
    : for_directive iteration_statement {this.exitForConstruct();}
    ;

// section 2.5.1
for_directive
    : openmp_pragma 'for' {this.enterConstruct();} for_clauseoptseq NewLine {this.exitDirective();}
    ;

for_clauseoptseq
    : for_clause*
    ;

for_clause
    : unique_for_clause
    | data_clause
    | 'nowait' {this.nowaitClause();}
    ;

unique_for_clause
    : 'ordered' {this.orderedClause();}
    | 'schedule' '(' schedule_kind ')' {this.scheduleClause();}
    | 'schedule' '(' schedule_kind ',' expression ')' {this.scheduleClause();}
    ;

schedule_kind
    : 'static'
    | 'dynamic'
    | 'guided'
    | 'runtime'
    ;

sections_construct
    : sections_directive section_scope {this.exitSectionsConstruct();}
    ;

// section 2.5.2
sections_directive
    : openmp_pragma 'sections' {this.enterConstruct();} sections_clauseoptseq NewLine {this.exitDirective();}
    ;

sections_clauseoptseq
    : sections_clause*
    ;

sections_clause
    : data_clause
    | 'nowait' {this.nowaitClause();}
    ;

section_scope
    : '{' section_sequence '}'
    ;

section_sequence
    : ( section_directive? structured_block )+
    ;

// section 2.5.2
section_directive
    : openmp_pragma 'section' NewLine
    ;

single_construct
    : single_directive structured_block {this.exitSingleConstruct();}
    ;

// section 2.5.3
single_directive
    : openmp_pragma 'single' {this.enterConstruct();} single_clauseoptseq NewLine {this.exitDirective();}
    ;

single_clauseoptseq
    : single_clause*
    ;

single_clause
    : data_clause
    | 'nowait' {this.nowaitClause();}
    ;

parallel_for_construct
    : parallel_for_directive iteration_statement {this.exitParallelForConstruct();}
    ;

// section 2.6.1
parallel_for_directive
    : openmp_pragma 'parallel' 'for' {this.enterConstruct();} parallel_for_clauseoptseq NewLine {this.exitDirective();}
    ;

parallel_for_clauseoptseq
    : parallel_for_clause*
    ;

parallel_for_clause
    : unique_parallel_clause
    | unique_for_clause
    | data_clause
    ;

parallel_sections_construct
    : parallel_sections_directive section_scope {this.exitParallelSectionsConstruct();}
    ;

// section 2.6.2
parallel_sections_directive
    : openmp_pragma 'parallel' 'sections' {this.enterConstruct();} parallel_sections_clauseoptseq NewLine {this.exitDirective();}
    ;

parallel_sections_clauseoptseq
    : parallel_sections_clause*
    ;

parallel_sections_clause
    : unique_parallel_clause
    | data_clause
    ;

master_construct
    : master_directive structured_block {this.exitMasterConstruct();}
    ;

// section 2.7.1
master_directive
    : openmp_pragma 'master' {this.enterConstruct();} NewLine {this.exitDirective();}
    ;

critical_construct
    : critical_directive structured_block {this.exitCriticalConstruct();}
    ;

// section 2.7.2
critical_directive
    : openmp_pragma 'critical' {this.enterConstruct();} region_phrase? NewLine {this.exitDirective();}
    ;

region_phrase
    : '(' identifier ')'
    ;

// section 2.7.3
barrier_directive
    : openmp_pragma 'barrier' NewLine {this.exitBarrierDirective();}
    ;

atomic_construct
    : atomic_directive expression_statement {this.exitAtomicConstruct();}
    ;

// section 2.7.4
atomic_directive
    : openmp_pragma 'atomic' {this.enterConstruct();} NewLine {this.exitDirective();}
    ;

// section 2.7.5
flush_directive
    : openmp_pragma 'flush' flush_vars? NewLine {this.exitFlushDirective();}
    ;

flush_vars
    : '(' identifier_list ')'
    ;

ordered_construct
    : ordered_directive structured_block {this.exitOrderedConstruct();}
    ;

// section 2.7.6
ordered_directive
    : openmp_pragma 'ordered' {this.enterConstruct();} NewLine {this.exitDirective();}
    ;

// section 2.8.2
threadprivate_directive
    : openmp_pragma 'threadprivate' '(' identifier_list ')' NewLine {this.exitThreadprivateDirective();}
    ;

data_clause
    : 'private' '(' identifier_list ')' {this.dataClause();}
    | 'copyprivate' '(' identifier_list ')' {this.dataClause();}
    | 'firstprivate' '(' identifier_list ')' {this.dataClause();}
    | 'lastprivate' '(' identifier_list ')' {this.dataClause();}
    | 'shared' '(' identifier_list ')' {this.dataClause();}
    | 'default' '(' 'shared' ')' {this.defaultClause();}
    | 'default' '(' 'none' ')' {this.defaultClause();}
    | 'reduction' '(' reduction_operator ':' identifier_list ')' {this.dataClause();}
    | 'copyin' '(' identifier_list ')' {this.dataClause();}
    ;

reduction_operator
    : '+' | '*' | '-' | '&' | '^' | '|' | '&&' | '||'
    ;
