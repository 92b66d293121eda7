/*
 * The tokens of C with OpenMP.
 *
 * Nothing is discarded: white space, comments and preprocessor lines are
 * tokens too, on channels that the parser does not see. So the texts of all
 * tokens, one after the other, are the source, byte for byte.
 *
 * A `#` line is one token, unless it is `#pragma omp` or `#pragma gpump`.
 * Those open the mode PRAGMA, in which the words of OpenMP are tokens of
 * their own; the newline that ends the pragma ends the mode. Outside of it
 * `private`, `shared`, `single` and the rest are ordinary identifiers.
 */
lexer grammar CLexer;

channels { DIRECTIVES }

// The kind of a token can depend on earlier declarations and on the tokens
// around it. The token source, src/syntax/type_names.rs, tracks these and
// changes the kind of a token if the parser could not tell:
tokens {
    TypedefName,            // an Identifier that names a type at its place
    AtomicSpecifier,        // the `_Atomic` of `_Atomic(int)`, which is not a qualifier
    NestedBody,             // the `{` of a nested function (GNU)
    FinalColon,             // the `:` of a label before `}` (C23, GNU)
    DefinitionAhead,        // an empty token before a function definition
    StandaloneMetadirective // the `metadirective` of one whose variants are stand-alone
}

// Keywords -------------------------------------------------------------------

Auto       : 'auto' ;
Break      : 'break' ;
Case       : 'case' ;
Char       : 'char' ;
Const      : 'const' ;
Continue   : 'continue' ;
Default    : 'default' ;
Do         : 'do' ;
Double     : 'double' ;
Else       : 'else' ;
Enum       : 'enum' ;
Extern     : 'extern' ;
Float      : 'float' ;
For        : 'for' ;
Goto       : 'goto' ;
If         : 'if' ;
Inline     : 'inline' ;
Int        : 'int' ;
Long       : 'long' ;
Register   : 'register' ;
Restrict   : 'restrict' ;
Return     : 'return' ;
Short      : 'short' ;
Signed     : 'signed' ;
Sizeof     : 'sizeof' ;
Static     : 'static' ;
Struct     : 'struct' ;
Switch     : 'switch' ;
Typedef    : 'typedef' ;
Union      : 'union' ;
Unsigned   : 'unsigned' ;
Void       : 'void' ;
Volatile   : 'volatile' ;
While      : 'while' ;
Alignas      : '_Alignas' ;
Alignof      : '_Alignof' ;
AtomicQualifier : '_Atomic' ;
Bool         : '_Bool' ;
Complex      : '_Complex' ;
Generic      : '_Generic' ;
Imaginary    : '_Imaginary' ;
Noreturn     : '_Noreturn' ;
StaticAssert : '_Static_assert' ;
ThreadLocal  : '_Thread_local' ;

// GNU: keywords that gcc adds.
Asm              : 'asm' ;
Attribute        : '__attribute__' ;
AutoType         : '__auto_type' ;
ConvertVector    : '__builtin_convertvector' ;
Imag             : '__imag__' ;
Int128           : '__int128' ;
Label            : '__label__' ;
Offsetof         : 'offsetof' ;
Real             : '__real__' ;
TypesCompatible  : '__builtin_types_compatible_p' ;
Typeof           : 'typeof' ;
VaArg            : 'va_arg' ;
ExtendedFloat
    : '_Float16' | '_Float32' | '_Float64' | '_Float128' | '_Float32x' | '_Float64x' | '_Float128x'
    | '__float80' | '__float128' | '__ibm128' | '__bf16'
    | '_Decimal32' | '_Decimal64' | '_Decimal128'
    ;

// The spellings that gcc provides for strict modes mean the same.
AlignofGnu      : ('__alignof' | '__alignof__') -> type(Alignof) ;
AsmGnu          : ('__asm' | '__asm__') -> type(Asm) ;
AttributeGnu    : '__attribute' -> type(Attribute) ;
ComplexGnu      : ('__complex' | '__complex__') -> type(Complex) ;
ConstGnu        : ('__const' | '__const__') -> type(Const) ;
ImagGnu         : '__imag' -> type(Imag) ;
InlineGnu       : ('__inline' | '__inline__') -> type(Inline) ;
OffsetofGnu     : '__builtin_offsetof' -> type(Offsetof) ;
RealGnu         : '__real' -> type(Real) ;
RestrictGnu     : ('__restrict' | '__restrict__') -> type(Restrict) ;
SignedGnu       : ('__signed' | '__signed__') -> type(Signed) ;
ThreadLocalGnu  : '__thread' -> type(ThreadLocal) ;
TypeofGnu       : ('__typeof' | '__typeof__') -> type(Typeof) ;
VaArgGnu        : '__builtin_va_arg' -> type(VaArg) ;
VolatileGnu     : ('__volatile' | '__volatile__') -> type(Volatile) ;

// GNU: only turns off warnings about what follows.
Extension : ('__extension__' | '__extension') -> channel(HIDDEN) ;

// Punctuators ----------------------------------------------------------------

LeftParen        : '(' ;
RightParen       : ')' ;
LeftBracket      : '[' ;
RightBracket     : ']' ;
LeftBrace        : '{' ;
RightBrace       : '}' ;
Semicolon        : ';' ;
Comma            : ',' ;
Colon            : ':' ;
Question         : '?' ;
Dot              : '.' ;
Ellipsis         : '...' ;
Arrow            : '->' ;
PlusPlus         : '++' ;
MinusMinus       : '--' ;
Plus             : '+' ;
Minus            : '-' ;
Star             : '*' ;
Slash            : '/' ;
Percent          : '%' ;
And              : '&' ;
Or               : '|' ;
Caret            : '^' ;
Tilde            : '~' ;
Not              : '!' ;
AndAnd           : '&&' ;
OrOr             : '||' ;
LeftShift        : '<<' ;
RightShift       : '>>' ;
Less             : '<' ;
Greater          : '>' ;
LessEqual        : '<=' ;
GreaterEqual     : '>=' ;
EqualEqual       : '==' ;
NotEqual         : '!=' ;
Assign           : '=' ;
StarAssign       : '*=' ;
SlashAssign      : '/=' ;
PercentAssign    : '%=' ;
PlusAssign       : '+=' ;
MinusAssign      : '-=' ;
LeftShiftAssign  : '<<=' ;
RightShiftAssign : '>>=' ;
AndAssign        : '&=' ;
CaretAssign      : '^=' ;
OrAssign         : '|=' ;

// Digraphs (C95) and trigraphs (C90). Trigraphs in literals stay as they are:
// gcc does not replace trigraphs by default, and only there would it matter.
LeftBracketGraph  : ('<:' | '??(') -> type(LeftBracket) ;
RightBracketGraph : (':>' | '??)') -> type(RightBracket) ;
LeftBraceGraph    : ('<%' | '??<') -> type(LeftBrace) ;
RightBraceGraph   : ('%>' | '??>') -> type(RightBrace) ;
CaretGraph        : '??\'' -> type(Caret) ;
CaretAssignGraph  : '??\'=' -> type(CaretAssign) ;
OrGraph           : '??!' -> type(Or) ;
OrAssignGraph     : '??!=' -> type(OrAssign) ;
OrOrGraph         : '??!??!' -> type(OrOr) ;
TildeGraph        : '??-' -> type(Tilde) ;

// Names and constants --------------------------------------------------------

Identifier        : IDENTIFIER ;
IntegerConstant   : INTEGER ;
FloatingConstant  : FLOATING ;
CharacterConstant : CHARACTER ;
StringLiteral     : STRING ;

fragment IDENTIFIER : LETTER (LETTER | DIGIT)* ;
fragment LETTER     : [a-zA-Z_$\u0080-\uFEFE\uFF00-\u{10FDFF}] | UNIVERSAL ;
fragment UNIVERSAL  : '\\u' HEX HEX HEX HEX | '\\U' HEX HEX HEX HEX HEX HEX HEX HEX ;
fragment DIGIT      : [0-9] ;
fragment HEX        : [0-9a-fA-F] ;
fragment SUFFIX     : [iIjJ]? FLOAT_SUFFIX [iIjJ]? ;
fragment FLOAT_SUFFIX : ([fF] ('16' | '32' | '64' | '128') 'x'? | [dD] [dDfFlL] | [dDfFlLqQwW])? ;
fragment INTEGER    : (DIGIT+ | '0' [xX] HEX+ | '0' [bB] [01]+) [uUlLiIjJ]* ;
fragment EXPONENT   : [eE] [+-]? DIGIT+ ;
fragment POWER      : [pP] [+-]? DIGIT+ ;
fragment FLOATING
    : DIGIT+ '.' DIGIT* EXPONENT? SUFFIX
    | '.' DIGIT+ EXPONENT? SUFFIX
    | DIGIT+ EXPONENT SUFFIX
    | '0' [xX] (HEX+ '.'? HEX* | '.' HEX+) POWER SUFFIX
    ;
fragment CHARACTER  : ('L' | 'u8' | 'u' | 'U')? '\'' (~['\\\r\n] | ESCAPE)+ '\'' ;
fragment STRING     : ('L' | 'u8' | 'u' | 'U')? '"' (~["\\\r\n] | ESCAPE)* '"' ;
fragment ESCAPE     : '\\' (~[\r\n] | NEWLINE) ;

// What the parser does not see -----------------------------------------------

Whitespace   : (BLANK | NEWLINE)+ -> channel(HIDDEN) ;
BlockComment : BLOCK_COMMENT -> channel(HIDDEN) ;
LineComment  : LINE_COMMENT -> channel(HIDDEN) ;
ByteOrderMark : '\uFEFF' -> channel(HIDDEN) ;

fragment NEWLINE       : '\r'? '\n' | '\r' ;
fragment SPLICE        : '\\' NEWLINE ;
fragment BLANK         : [ \t\u000B\u000C] | SPLICE ;
fragment BLOCK_COMMENT : '/*' .*? '*/' ;
fragment LINE_COMMENT  : '//' (~[\r\n\\] | '\\' ~[\r\n] | SPLICE)* ;

Hash : ('#' | '%:' | '??=') -> more, pushMode(HASH) ;

// A character that begins no token; the parser refuses it at its place.
Stray : . ;

// After `#`: is it a pragma? ----------------------------------------------------

mode HASH;

HashBlank   : (BLANK | BLOCK_COMMENT) -> more ;
HashPragma  : 'pragma' -> more, mode(HASH_PRAGMA) ;
HashWord    : IDENTIFIER -> more, mode(HASH_LINE) ;
HashNewline : NEWLINE -> type(Directive), channel(DIRECTIVES), popMode ;
HashOther   : . -> more, mode(HASH_LINE) ;

// After `# pragma`: is it one of ours?

mode HASH_PRAGMA;

HashPragmaBlank   : (BLANK | BLOCK_COMMENT) -> more ;
PragmaOmp         : 'omp' -> mode(PRAGMA) ;
PragmaGpump       : 'gpump' -> mode(PRAGMA) ;
HashPragmaWord    : IDENTIFIER -> more, mode(HASH_LINE) ;
HashPragmaNewline : NEWLINE -> type(Directive), channel(DIRECTIVES), popMode ;
HashPragmaOther   : . -> more, mode(HASH_LINE) ;

// The rest of any other line.

mode HASH_LINE;

HashLineText : (~[\r\n\\/"'] | SPLICE | '\\' ~[\r\n] | BLOCK_COMMENT | LINE_COMMENT | '/' | STRING | CHARACTER) -> more ;
HashLineQuote : ["'\\] -> more ;
Directive    : NEWLINE -> channel(DIRECTIVES), popMode ;

// Inside `#pragma omp` and `#pragma gpump` ------------------------------------

mode PRAGMA;

Parallel      : 'parallel' ;
Sections      : 'sections' ;
Section       : 'section' ;
Single        : 'single' ;
Master        : 'master' ;
Critical      : 'critical' ;
Barrier       : 'barrier' ;
Atomic        : 'atomic' ;
Flush         : 'flush' ;
Ordered       : 'ordered' ;
Threadprivate : 'threadprivate' ;
NumThreads    : 'num_threads' ;
Nowait        : 'nowait' ;
Schedule      : 'schedule' ;
Dynamic       : 'dynamic' ;
Guided        : 'guided' ;
Runtime       : 'runtime' ;
None          : 'none' ;
Shared        : 'shared' ;
Private       : 'private' ;
Firstprivate  : 'firstprivate' ;
Lastprivate   : 'lastprivate' ;
Copyin        : 'copyin' ;
Copyprivate   : 'copyprivate' ;
Reduction     : 'reduction' ;
Collapse      : 'collapse' ;
Max           : 'max' ;
Min           : 'min' ;
Read          : 'read' ;
Write         : 'write' ;
Update        : 'update' ;
Capture       : 'capture' ;
SeqCst        : 'seq_cst' ;
AcqRel        : 'acq_rel' ;
Release       : 'release' ;
Acquire       : 'acquire' ;
Relaxed       : 'relaxed' ;
Hint          : 'hint' ;
Simd          : 'simd' ;
Safelen       : 'safelen' ;
Simdlen       : 'simdlen' ;
Aligned       : 'aligned' ;
Linear        : 'linear' ;
Threads       : 'threads' ;
Absent                  : 'absent' ;
AdjustArgs              : 'adjust_args' ;
Affinity                : 'affinity' ;
Aggregate               : 'aggregate' ;
Align                   : 'align' ;
All                     : 'all' ;
Alloc                   : 'alloc' ;
Allocate                : 'allocate' ;
Allocator               : 'allocator' ;
Always                  : 'always' ;
Ancestor                : 'ancestor' ;
Any                     : 'any' ;
AppendArgs              : 'append_args' ;
Assume                  : 'assume' ;
Assumes                 : 'assumes' ;
At                      : 'at' ;
AtomicDefaultMemOrder   : 'atomic_default_mem_order' ;
Begin                   : 'begin' ;
Bind                    : 'bind' ;
Cancel                  : 'cancel' ;
Cancellation            : 'cancellation' ;
Close                   : 'close' ;
Compare                 : 'compare' ;
Compilation             : 'compilation' ;
Concurrent              : 'concurrent' ;
Conditional             : 'conditional' ;
Construct               : 'construct' ;
Contains                : 'contains' ;
Counts                  : 'counts' ;
Data                    : 'data' ;
Declare                 : 'declare' ;
Defaultmap              : 'defaultmap' ;
Delete                  : 'delete' ;
Depend                  : 'depend' ;
Depobj                  : 'depobj' ;
Destroy                 : 'destroy' ;
Detach                  : 'detach' ;
Device                  : 'device' ;
DeviceNum               : 'device_num' ;
DeviceType              : 'device_type' ;
Dispatch                : 'dispatch' ;
DistSchedule            : 'dist_schedule' ;
Distribute              : 'distribute' ;
Doacross                : 'doacross' ;
DynamicAllocators       : 'dynamic_allocators' ;
End                     : 'end' ;
Enter                   : 'enter' ;
Error                   : 'error' ;
Exclusive               : 'exclusive' ;
Execution               : 'execution' ;
Exit                    : 'exit' ;
Fail                    : 'fail' ;
Fatal                   : 'fatal' ;
Filter                  : 'filter' ;
Final                   : 'final' ;
From                    : 'from' ;
Full                    : 'full' ;
Fuse                    : 'fuse' ;
Grainsize               : 'grainsize' ;
HasDeviceAddr           : 'has_device_addr' ;
Holds                   : 'holds' ;
Host                    : 'host' ;
Implementation          : 'implementation' ;
In                      : 'in' ;
InReduction             : 'in_reduction' ;
Inbranch                : 'inbranch' ;
Inclusive               : 'inclusive' ;
Indirect                : 'indirect' ;
Init                    : 'init' ;
Initializer             : 'initializer' ;
Inout                   : 'inout' ;
Inoutset                : 'inoutset' ;
Inscan                  : 'inscan' ;
Interchange             : 'interchange' ;
Interop                 : 'interop' ;
IsDevicePtr             : 'is_device_ptr' ;
Iterator                : 'iterator' ;
Link                    : 'link' ;
Loop                    : 'loop' ;
Looprange               : 'looprange' ;
Map                     : 'map' ;
Mapper                  : 'mapper' ;
Masked                  : 'masked' ;
Match                   : 'match' ;
Memspace                : 'memspace' ;
Mergeable               : 'mergeable' ;
Message                 : 'message' ;
Metadirective           : 'metadirective' ;
Monotonic               : 'monotonic' ;
Mutexinoutset           : 'mutexinoutset' ;
NeedDevicePtr           : 'need_device_ptr' ;
NoOpenmp                : 'no_openmp' ;
NoOpenmpRoutines        : 'no_openmp_routines' ;
NoParallelism           : 'no_parallelism' ;
Nocontext               : 'nocontext' ;
Nogroup                 : 'nogroup' ;
Nohost                  : 'nohost' ;
Nonmonotonic            : 'nonmonotonic' ;
Nontemporal             : 'nontemporal' ;
Nothing                 : 'nothing' ;
Notinbranch             : 'notinbranch' ;
Novariants              : 'novariants' ;
NumTasks                : 'num_tasks' ;
NumTeams                : 'num_teams' ;
OmpAllMemory            : 'omp_all_memory' ;
OmpCurIteration         : 'omp_cur_iteration' ;
OmpFill                 : 'omp_fill' ;
Order                   : 'order' ;
Otherwise               : 'otherwise' ;
Out                     : 'out' ;
Partial                 : 'partial' ;
Permutation             : 'permutation' ;
Point                   : 'point' ;
Pointer                 : 'pointer' ;
PreferType              : 'prefer_type' ;
Present                 : 'present' ;
Primary                 : 'primary' ;
Priority                : 'priority' ;
ProcBind                : 'proc_bind' ;
Ref                     : 'ref' ;
Reproducible            : 'reproducible' ;
Requires                : 'requires' ;
Reverse                 : 'reverse' ;
ReverseOffload          : 'reverse_offload' ;
Scalar                  : 'scalar' ;
Scan                    : 'scan' ;
Scope                   : 'scope' ;
Severity                : 'severity' ;
Sink                    : 'sink' ;
Sizes                   : 'sizes' ;
Source                  : 'source' ;
Split                   : 'split' ;
Spread                  : 'spread' ;
Step                    : 'step' ;
Strict                  : 'strict' ;
Stripe                  : 'stripe' ;
Target                  : 'target' ;
TargetDevice            : 'target_device' ;
Targetsync              : 'targetsync' ;
Task                    : 'task' ;
TaskReduction           : 'task_reduction' ;
Taskgroup               : 'taskgroup' ;
Taskloop                : 'taskloop' ;
Taskwait                : 'taskwait' ;
Taskyield               : 'taskyield' ;
Teams                   : 'teams' ;
Thread                  : 'thread' ;
ThreadLimit             : 'thread_limit' ;
Tile                    : 'tile' ;
To                      : 'to' ;
Tofrom                  : 'tofrom' ;
Traits                  : 'traits' ;
Unconstrained           : 'unconstrained' ;
UnifiedAddress          : 'unified_address' ;
UnifiedSharedMemory     : 'unified_shared_memory' ;
Uniform                 : 'uniform' ;
Unroll                  : 'unroll' ;
Untied                  : 'untied' ;
Use                     : 'use' ;
UseDeviceAddr           : 'use_device_addr' ;
UseDevicePtr            : 'use_device_ptr' ;
User                    : 'user' ;
UsesAllocators          : 'uses_allocators' ;
Uval                    : 'uval' ;
Val                     : 'val' ;
Variant                 : 'variant' ;
Warning                 : 'warning' ;
Weak                    : 'weak' ;
When                    : 'when' ;
Accessible    : 'accessible' ;

NewLine       : NEWLINE -> popMode ;

// The C of clause arguments: the same tokens as outside. A rule that is one
// literal would take the literal's name from the rule above it, so these are
// written as fragments.
PragmaKeyword_Alignof  : ('_Alignof' | '__alignof' | '__alignof__') -> type(Alignof) ;
PragmaKeyword_Auto     : AUTO -> type(Auto) ;
PragmaKeyword_Bool     : BOOL -> type(Bool) ;
PragmaKeyword_Break    : BREAK -> type(Break) ;
PragmaKeyword_Case     : CASE -> type(Case) ;
PragmaKeyword_Char     : CHAR -> type(Char) ;
PragmaKeyword_Complex  : ('_Complex' | '__complex' | '__complex__') -> type(Complex) ;
PragmaKeyword_Const    : ('const' | '__const' | '__const__') -> type(Const) ;
PragmaKeyword_Continue : CONTINUE -> type(Continue) ;
PragmaKeyword_ConvertVector : CONVERT_VECTOR -> type(ConvertVector) ;
PragmaKeyword_Default  : DEFAULT -> type(Default) ;
PragmaKeyword_Do       : DO -> type(Do) ;
PragmaKeyword_Double   : DOUBLE -> type(Double) ;
PragmaKeyword_Else     : ELSE -> type(Else) ;
PragmaKeyword_Enum     : ENUM -> type(Enum) ;
PragmaKeyword_ExtendedFloat
    : ( '_Float16' | '_Float32' | '_Float64' | '_Float128' | '_Float32x' | '_Float64x' | '_Float128x'
      | '__float80' | '__float128' | '__ibm128' | '__bf16'
      | '_Decimal32' | '_Decimal64' | '_Decimal128'
      ) -> type(ExtendedFloat)
    ;
PragmaKeyword_Float    : FLOAT -> type(Float) ;
PragmaKeyword_For      : FOR -> type(For) ;
PragmaKeyword_Generic  : GENERIC -> type(Generic) ;
PragmaKeyword_Goto     : GOTO -> type(Goto) ;
PragmaKeyword_If       : IF -> type(If) ;
PragmaKeyword_Imag     : ('__imag' | '__imag__') -> type(Imag) ;
PragmaKeyword_Imaginary : IMAGINARY -> type(Imaginary) ;
PragmaKeyword_Int      : INT -> type(Int) ;
PragmaKeyword_Int128   : INT128 -> type(Int128) ;
PragmaKeyword_Long     : LONG -> type(Long) ;
PragmaKeyword_Offsetof : ('offsetof' | '__builtin_offsetof') -> type(Offsetof) ;
PragmaKeyword_Real     : ('__real' | '__real__') -> type(Real) ;
PragmaKeyword_Restrict : ('restrict' | '__restrict' | '__restrict__') -> type(Restrict) ;
PragmaKeyword_Return   : RETURN -> type(Return) ;
PragmaKeyword_Short    : SHORT -> type(Short) ;
PragmaKeyword_Signed   : ('signed' | '__signed' | '__signed__') -> type(Signed) ;
PragmaKeyword_Sizeof   : SIZEOF -> type(Sizeof) ;
PragmaKeyword_Static   : STATIC -> type(Static) ;
PragmaKeyword_Struct   : STRUCT -> type(Struct) ;
PragmaKeyword_Switch   : SWITCH -> type(Switch) ;
PragmaKeyword_TypesCompatible : TYPES_COMPATIBLE -> type(TypesCompatible) ;
PragmaKeyword_Typeof   : ('typeof' | '__typeof' | '__typeof__') -> type(Typeof) ;
PragmaKeyword_Union    : UNION -> type(Union) ;
PragmaKeyword_Unsigned : UNSIGNED -> type(Unsigned) ;
PragmaKeyword_VaArg    : ('va_arg' | '__builtin_va_arg') -> type(VaArg) ;
PragmaKeyword_Void     : VOID -> type(Void) ;
PragmaKeyword_Volatile : ('volatile' | '__volatile' | '__volatile__') -> type(Volatile) ;
PragmaKeyword_While    : WHILE -> type(While) ;
PragmaExtension : ('__extension__' | '__extension') -> type(Extension), channel(HIDDEN) ;

fragment AUTO     : 'auto' ;
fragment BOOL     : '_Bool' ;
fragment BREAK    : 'break' ;
fragment CASE     : 'case' ;
fragment CHAR     : 'char' ;
fragment CONTINUE : 'continue' ;
fragment CONVERT_VECTOR : '__builtin_convertvector' ;
fragment DEFAULT  : 'default' ;
fragment DO       : 'do' ;
fragment DOUBLE   : 'double' ;
fragment ELSE     : 'else' ;
fragment ENUM     : 'enum' ;
fragment FLOAT    : 'float' ;
fragment FOR      : 'for' ;
fragment GENERIC  : '_Generic' ;
fragment GOTO     : 'goto' ;
fragment IF       : 'if' ;
fragment IMAGINARY : '_Imaginary' ;
fragment INT      : 'int' ;
fragment INT128   : '__int128' ;
fragment LONG     : 'long' ;
fragment RETURN   : 'return' ;
fragment SHORT    : 'short' ;
fragment SIZEOF   : 'sizeof' ;
fragment STATIC   : 'static' ;
fragment STRUCT   : 'struct' ;
fragment SWITCH   : 'switch' ;
fragment TYPES_COMPATIBLE : '__builtin_types_compatible_p' ;
fragment UNION    : 'union' ;
fragment UNSIGNED : 'unsigned' ;
fragment VOID     : 'void' ;
fragment WHILE    : 'while' ;

PragmaLeftParen    : [(] -> type(LeftParen) ;
PragmaRightParen   : [)] -> type(RightParen) ;
PragmaLeftBracket  : [[] -> type(LeftBracket) ;
PragmaRightBracket : [\]] -> type(RightBracket) ;
PragmaLeftBrace    : [{] -> type(LeftBrace) ;
PragmaRightBrace   : [}] -> type(RightBrace) ;
PragmaSemicolon    : [;] -> type(Semicolon) ;
PragmaComma        : [,] -> type(Comma) ;
PragmaColon        : [:] -> type(Colon) ;
PragmaQuestion     : [?] -> type(Question) ;
PragmaDot          : [.] -> type(Dot) ;
PragmaArrow        : [\-] [>] -> type(Arrow) ;
PragmaPlusPlus     : [+] [+] -> type(PlusPlus) ;
PragmaMinusMinus   : [\-] [\-] -> type(MinusMinus) ;
PragmaPlus         : [+] -> type(Plus) ;
PragmaMinus        : [\-] -> type(Minus) ;
PragmaStar         : [*] -> type(Star) ;
PragmaSlash        : [/] -> type(Slash) ;
PragmaPercent      : [%] -> type(Percent) ;
PragmaAnd          : [&] -> type(And) ;
PragmaOr           : [|] -> type(Or) ;
PragmaCaret        : [^] -> type(Caret) ;
PragmaTilde        : [~] -> type(Tilde) ;
PragmaNot          : [!] -> type(Not) ;
PragmaAndAnd       : [&] [&] -> type(AndAnd) ;
PragmaOrOr         : [|] [|] -> type(OrOr) ;
PragmaLeftShift    : [<] [<] -> type(LeftShift) ;
PragmaRightShift   : [>] [>] -> type(RightShift) ;
PragmaLess         : [<] -> type(Less) ;
PragmaGreater      : [>] -> type(Greater) ;
PragmaLessEqual    : [<] [=] -> type(LessEqual) ;
PragmaGreaterEqual : [>] [=] -> type(GreaterEqual) ;
PragmaEqualEqual   : [=] [=] -> type(EqualEqual) ;
PragmaNotEqual     : [!] [=] -> type(NotEqual) ;
PragmaAssign       : [=] -> type(Assign) ;
PragmaStarAssign    : [*] [=] -> type(StarAssign) ;
PragmaSlashAssign   : [/] [=] -> type(SlashAssign) ;
PragmaPercentAssign : [%] [=] -> type(PercentAssign) ;
PragmaPlusAssign    : [+] [=] -> type(PlusAssign) ;
PragmaMinusAssign   : [\-] [=] -> type(MinusAssign) ;
PragmaLeftShiftAssign  : [<] [<] [=] -> type(LeftShiftAssign) ;
PragmaRightShiftAssign : [>] [>] [=] -> type(RightShiftAssign) ;
PragmaAndAssign     : [&] [=] -> type(AndAssign) ;
PragmaCaretAssign   : [^] [=] -> type(CaretAssign) ;
PragmaOrAssign      : [|] [=] -> type(OrAssign) ;

PragmaIdentifier        : IDENTIFIER -> type(Identifier) ;
PragmaIntegerConstant   : INTEGER -> type(IntegerConstant) ;
PragmaFloatingConstant  : FLOATING -> type(FloatingConstant) ;
PragmaCharacterConstant : CHARACTER -> type(CharacterConstant) ;
PragmaStringLiteral     : STRING -> type(StringLiteral) ;

PragmaWhitespace   : BLANK+ -> type(Whitespace), channel(HIDDEN) ;
PragmaBlockComment : BLOCK_COMMENT -> type(BlockComment), channel(HIDDEN) ;
PragmaLineComment  : LINE_COMMENT -> type(LineComment), channel(HIDDEN) ;
PragmaStray        : . -> type(Stray) ;
