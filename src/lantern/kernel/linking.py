"""Rules as parts of what calls them: each is lowered once, and a whole is linked of all it reaches, then optimised.

Left to itself, the compiler links and optimises every function with everything below it, and makes machine code of
that, on every level again: most of the time goes into code that nobody ever calls. Here a rule stays as it was lowered,
and only a whole becomes machine code. Wholes are the entries, which Python calls, and rules that several of them share.

This is the one place that knows the compiler from the inside; it was written for numba 0.68.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from types import ModuleType
from typing import Any

from llvmlite import binding
from numba.core import cgutils, codegen, compiler, ir, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.extending import lower_builtin, lower_cast
from numba.np import arrayobj

from lantern.kernel.digest import digest_of
from lantern.kernel.shipped import Level

MADE_BY_NUMBA = "_ZN"
"""How the names of compiled functions begin."""
CALLED_IN_A_CIRCLE = ".numba.unresolved$"
"""How the names of functions begin that call each other, and are looked up while they run."""

types.Record.__repr__ = cache(types.Record.__repr__)  # type: ignore[method-assign]
"""How a record is written down, which the compiler asks at every step: a fiftieth of its time."""

WIDE = 64
"""Bits of a whole number."""
DIGITS = 20
"""How much of its digest is in the name of a whole, and of a record's in the name of what takes one."""


@cache
def _mangled(record: types.Record) -> tuple[str, tuple[str]]:
    """A record in the names of functions: by what it holds, not by how many types this process has met before it.

    What one process compiles calls what another one has compiled, by its name.
    """
    return "Record", (sha256(repr(record).encode()).hexdigest()[:DIGITS],)


types.Record.mangling_args = property(_mangled)  # type: ignore[method-assign,assignment]

OPTIMISED = 3
"""As far as the compiler goes by itself."""

elsewhere: list[Level] = []
"""For what other processors machine code is made too, by who makes wheels."""


class Part(codegen.JITCodeLibrary):
    """A rule as it was lowered: no machine code, and nothing to finish."""

    def _ensure_finalized(self) -> None:
        """Left to the whole it becomes a part of."""


class Whole(codegen.JITCodeLibrary):
    """An entry or a shared rule with all its parts, made into machine code once."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.needed: list[Whole] = []
        """The shared rules it calls, whose machine code it does not hold."""
        self.symbols: list[str] = []
        """What it is called by."""
        self.file = ""
        """What it is kept as."""
        self.elsewhere: dict[Level, bytes] = {}
        """Its machine code for other processors."""

    def finalize(self) -> None:
        """Link all parts, optimise them together, and make machine code of them."""
        self._raise_if_finalized()
        self.symbols = list(_defined(self._final_module))
        inner = set[str]()
        for library in _reached(self, set()):
            if isinstance(library, Whole):
                self.needed.append(library)
                continue
            if isinstance(library, Part):
                inner.update(_defined(library._final_module))
            module = library._final_module if isinstance(library, Part) else library._get_module_for_linking()
            self._final_module.link_in(module, preserve=True)
        for name in inner:
            self._final_module.get_function(name).linkage = "internal"
        self.elsewhere = {level: self._made_for(level) for level in elsewhere}
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _made_for(self, level: Level) -> bytes:
        """Its machine code for other processors, made of the same parts and by the same steps as for this one."""
        machine = _machine(level)
        here = self._final_module, self._codegen._tm
        self._final_module, self._codegen._tm = self._final_module.clone(), machine
        try:
            self._final_module.triple, self._final_module.data_layout = level.triple, str(machine.target_data)
            self._optimize_final_module()
            self._final_module.verify()
            code: bytes = machine.emit_object(self._final_module)
        finally:
            self._final_module, self._codegen._tm = here
        return code

    def _verify_declare_only_symbols(self) -> None:
        """Everything that is called is there; the linker would end the process otherwise."""
        for variable in self._final_module.global_variables:
            if variable.name.startswith(CALLED_IN_A_CIRCLE):
                raise TypeError(f"{self.name} reaches rules that call each other in a circle: {variable.name}")
        there = {name for library in self.needed for name in library.symbols}
        for function in self._final_module.functions:
            if function.is_declaration and function.name.startswith(MADE_BY_NUMBA) and function.name not in there:
                raise AssertionError(f"{self.name} calls {function.name}, which is nowhere")

    @classmethod
    def loaded(cls, codegen: Any, name: str, machine_code: bytes, symbols: list[str], needed: list[Whole]) -> Whole:
        """A whole made of machine code from elsewhere."""
        whole = cls(codegen, name)
        whole.symbols, whole.needed = symbols, needed
        whole.enable_object_caching()
        whole._set_compiled_object(machine_code)
        whole._finalize_final_module()
        codegen._engine._defined_symbols.update(symbols)
        return whole


@cache
def _machine(level: Level) -> Any:
    """What makes machine code for some processors, set up as the compiler does it there."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(level.triple)
    return target.create_target_machine(
        cpu=level.processor, opt=OPTIMISED, reloc=level.relocation, codemodel="jitdefault", jit=True
    )


def _defined(module: Any) -> Iterator[str]:
    """The names of the functions in a module that others can call."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == binding.Linkage.external:
            yield function.name


def _reached(library: Any, seen: set[Any]) -> Iterator[Any]:
    """Everything that is linked with a library: what parts call too, but not what other wholes do."""
    for linked in library._linking_libraries:
        if linked not in seen:
            seen.add(linked)
            yield linked
            if isinstance(linked, Part):
                yield from _reached(linked, seen)


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPart(typed_passes.NativeLowering):
    """Lower a rule, and stop there."""

    _name = "lower_part"

    def run_pass(self, state: Any) -> bool:
        """Make a part of it, and tell the compiler that it can be called."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state["cr"] = state["cr"]._replace(cfunc=object())
        state.targetctx.insert_user_function(state["cr"].cfunc, state["cr"].fndesc, [state.library])
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerWhole(typed_passes.NativeLowering):
    """Lower a function and make it a whole."""

    _name = "lower_whole"

    def run_pass(self, state: Any) -> bool:
        """Make machine code of it and of what it reaches, under a name that is the same in every process."""
        state.func_id.unique_id = digest_of(state.func_id.func)[:DIGITS]
        state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        super().run_pass(state)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class ReadByteCode(untyped_passes.TranslateByteCode):
    """Read a function's code; what it names of a module is to the compiler as if it were global in its own."""

    _name = "read_byte_code"

    def run_pass(self, state: Any) -> bool:
        """Read it, and put what modules hold in the place of asking them for it."""
        super().run_pass(state)
        modules: dict[str, ModuleType] = {}
        for block in state.func_ir.blocks.values():
            block.body = [self._read(step, modules, state.func_ir) for step in block.body]
        return True

    def _read(self, step: Any, modules: dict[str, ModuleType], function: Any) -> Any:
        """A step of a function, without the module if it asks one for something."""
        if not isinstance(step, ir.Assign):
            return step
        given = step.value
        if isinstance(given, ir.Expr) and given.op == "getattr" and given.value.name in modules:
            asked_for, known = given, function._definitions[step.target.name]
            given = ir.Global(given.attr, getattr(modules[given.value.name], given.attr), given.loc)
            known[known.index(asked_for)] = given
        if isinstance(given, ir.Global) and isinstance(given.value, ModuleType):
            modules[step.target.name] = given.value
        return ir.Assign(given, step.target, step.loc)


NEEDLESS = (
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
)
"""Steps of the compiler for what no rule has, such as functions within functions: a twentieth of its time."""


def _compiler_with(lowering: Any) -> Any:
    """The usual compiler but for the last step, and for those that rules do not need."""

    class Compiler(compiler.CompilerBase):
        def define_pipelines(self) -> list[Any]:
            builder, passes = compiler.DefaultPassBuilder, PassManager("rules")
            for step, words in builder.define_untyped_pipeline(self.state).passes:
                if step not in NEEDLESS:
                    passes.add_pass(ReadByteCode if step is untyped_passes.TranslateByteCode else step, words)
            passes.passes.extend(builder.define_typed_pipeline(self.state).passes)
            for step, words in builder.define_nopython_lowering_pipeline(self.state).passes:
                passes.add_pass(lowering if step is typed_passes.NativeLowering else step, words)
            passes.finalize()
            return [passes]

    return Compiler


PartCompiler, WholeCompiler = _compiler_with(LowerPart), _compiler_with(LowerWhole)


def compile_for(dispatcher: Any, seen_as: Callable[[Any], Any]) -> None:
    """Let a rule be compiled for types of arguments as they are seen, `wide` or `general`, not for each there is."""
    as_it_was = dispatcher.get_call_template

    def get_call_template(given: Any, named: Any) -> Any:
        return as_it_was(tuple(map(seen_as, given)), {name: seen_as(kind) for name, kind in named.items()})

    dispatcher.get_call_template = get_call_template


def wide(kind: Any) -> Any:
    """A type of argument, 64 bits wide if it is a whole number, be it known beforehand or not.

    A rule that reads bytes calls others with bytes, words and constants, and each would be compiled for each of them.
    """
    plain: Any = kind.literal_type if isinstance(kind, types.Literal) else kind
    is_number = isinstance(plain, types.Integer)
    return types.int64 if is_number and plain.bitwidth < WIDE else plain


stands_for: dict[Any, Any] = {}
"""[record] the longer one that it is seen as, whose further fields nobody reads where there is the shorter one."""


def general(kind: Any) -> Any:
    """The same for a large rule: an array of any length, be it a field of a record or not, and the longer record."""
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return stands_for.get(kind) or wide(kind)


@lower_cast(types.Record, types.Record)
def see_record_as(context: Any, builder: Any, kind: Any, seen_as: Any, record: Any) -> Any:
    """A record as another one, at the same place in memory."""
    return builder.bitcast(record, context.get_value_type(seen_as))


@lower_cast(types.NestedArray, types.Array)
def see_field_as_array(context: Any, builder: Any, kind: Any, seen_as: Any, array: Any) -> Any:
    """An array that is a field of a record, as any array."""
    return array


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)
def copy_record(context: Any, builder: Any, signature: Any, given: Any) -> Any:
    """Copy a record into an array as one piece of memory; the compiler would copy a large number of single bytes."""
    array_type, index_type, record_type = signature.args
    array, index, record = given
    assert record_type == array_type.dtype, "a record is copied to others of its kind"
    place, _, _ = arrayobj.basic_indexing(
        context,
        builder,
        array_type,
        arrayobj.make_array(array_type)(context, builder, array),
        (index_type,),
        (index,),
        boundscheck=context.enable_boundscheck,
    )
    cgutils.raw_memcpy(builder, place, record, context.get_constant(types.intp, record_type.size), 1)
    return context.get_dummy_value()
