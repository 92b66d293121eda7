/*
 * OpenMP 4.0 and 4.5: what they add to the rules of the versions before. A rule
 * that stands here takes the place of the one of the same name there.
 */
parser grammar OpenMP40;

options { tokenVocab = CLexer; }

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
    | simd_construct
    | for_simd_construct
    | parallel_for_simd_construct
    ;

simd_construct
    : simd_directive iteration_statement {this.exitSimdConstruct();}
    ;

simd_directive
    : openmp_pragma 'simd' {this.enterConstruct();} simd_clauseoptseq NewLine {this.exitDirective();}
    ;

simd_clauseoptseq
    : simd_clause*
    ;

simd_clause
    : unique_simd_clause
    | data_clause
    | 'collapse' '(' expression ')' {this.collapseClause();}
    ;

unique_simd_clause
    : 'safelen' '(' expression ')' {this.safelenClause();}
    | 'simdlen' '(' expression ')' {this.simdlenClause();}                       // 4.5
    | 'aligned' '(' identifier_list ( ':' expression )? ')' {this.alignedClause();}
    | 'linear' '(' identifier_list ( ':' expression )? ')' {this.linearClause();}
    ;

for_simd_construct
    : for_simd_directive iteration_statement {this.exitForConstruct();}
    ;

for_simd_directive
    : openmp_pragma 'for' 'simd' {this.enterConstruct();} for_simd_clauseoptseq NewLine {this.exitDirective();}
    ;

for_simd_clauseoptseq
    : for_simd_clause*
    ;

for_simd_clause
    : unique_for_clause
    | unique_simd_clause
    | data_clause
    | 'nowait' {this.nowaitClause();}
    ;

parallel_for_simd_construct
    : parallel_for_simd_directive iteration_statement {this.exitParallelForConstruct();}
    ;

parallel_for_simd_directive
    : openmp_pragma 'parallel' 'for' 'simd' {this.enterConstruct();} parallel_for_simd_clauseoptseq
      NewLine {this.exitDirective();}
    ;

parallel_for_simd_clauseoptseq
    : parallel_for_simd_clause*
    ;

parallel_for_simd_clause
    : unique_parallel_clause
    | unique_for_clause
    | unique_simd_clause
    | data_clause
    ;

ordered_directive
    : openmp_pragma 'ordered' {this.enterConstruct();} ordered_clause* NewLine {this.exitDirective();}
    ;

// 4.5
ordered_clause
    : 'threads' {this.orderedThreadsClause();}
    | 'simd' {this.orderedSimdClause();}
    ;
