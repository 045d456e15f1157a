import { describe, expect, it } from 'vitest'
import { processorMs } from '../../model/testing/processorMs.ts'
import { valueOf } from './convert.ts'
import { TemplateFault } from './fault.ts'
import { renderTemplate } from './index.ts'
import type { MacroContext, MacroEffects } from './macros.ts'
import { standAsValues } from './marks.ts'
import { plain, type Text } from './text.ts'

const nothingKnown: MacroContext = {
  user: { id: 7, username: "o'neil", email: 'o@example.org' },
  roles: ['Gamma', 'Alpha'],
  rowRules: null,
  args: {},
  form: {},
  literal: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
  escape: (text) => text.replaceAll("'", "''"),
  timeRange: () => ({ since: Date.UTC(2024, 0, 1), until: null }),
  timeLiteral: (ms) => `TIMESTAMP '${new Date(ms).toISOString()}'`,
  columnType: () => null,
  datasetSql: () => 'SELECT 1',
  partition: () => ({ columns: ['ds'], values: ["20'24"] }),
  metric: () => 'COUNT(*)',
}

function render(template: string, variables: Record<string, unknown> = {}, context: Partial<MacroContext> = {}): Text {
  const effects: MacroEffects = { cacheKeys: [], appliedFilters: [], removedFilters: [] }
  const values = Object.entries(variables).map(([key, value]) => [key, valueOf(value, false)] as const)
  return renderTemplate(template, values, { ...nothingKnown, ...context }, effects)
}

const text = (...given: Parameters<typeof render>) => plain(render(...given))

function faultOf(...given: Parameters<typeof render>): string {
  try {
    return `no fault: ${text(...given)}`
  } catch (error) {
    if (error instanceof TemplateFault) return `${error.kind}: ${error.message}`
    throw error
  }
}

describe('the language', () => {
  it.each([
    ["{{ 'a' if x else 'b' }}", 'b'],
    ['{{ 1 if false }}|', '|'],
    ["{{ ((1 if false) ~ 'a') }}|{{ (1 if false) is defined }}", 'a|False'],
    ['{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}', "{{ undefined value printed: parameter 'a' was not provided }}"],
    [
      "{% for g in [{'n': 'y', 'v': 1}, {'n': 'x', 'v': 2}]|groupby('n') %}{{ g.grouper }}{{ g.list|sum('v') }}{{ g[0] }} {% endfor %}",
      'x2x y1y ',
    ],
    [
      "{{ none|map('upper')|list }} {{ none|select|list }} {{ 2.5 is odd }} {{ 6.0 is divisibleby 3 }}",
      '[] [] False True',
    ],
    [
      "{{ 1234567|filesizeformat }} {{ 2048|filesizeformat(true) }} {{ 'a'|pprint }} {{ 'x'|float(1) }}",
      "1.2 MB 2.0 KiB 'a' 1",
    ],
    ["{{ 'a <b>b</b>  <!-- <i> -->c < d'|striptags }} {{ '<!-- a <b>c'|striptags }}", 'a b c < d c'],
    ["{{ 'ab'|center(5) }}|{{ 'a'|center(4) }}|{{ 'ab'.center(5) }}|{{ 'x'|int(1.5) }}", '  ab | a  |  ab |1.5'],
    ["{{ {'a': 'b c', 'd': 1}|urlencode }} {{ \"a/b c'\"|urlencode }}", 'a=b+c&d=1 a/b%20c%27'],
    ["{{ (1, 'a', none, true, 1.5, {'k': [1]}) }}", "(1, 'a', None, True, 1.5, {'k': [1]})"],
    ['{{ 7 % 3 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 2 ** 70 }}', '1 -4 2 1180591620717411303424'],
    ['{{ 0.1 + 0.2 }} {{ 1e16 }} {{ 1e-5 }} {{ 3.0 }}', '0.30000000000000004 1e+16 1e-05 3.0'],
    ['{{ 1 < 2 < 3 }} {{ 3 in [1, 2] }} {{ 3 not in [1, 2] }}', 'True False True'],
    ["{{ [1, 2, 3][1:] }} {{ 'abcdef'[::-2] }} {{ [1, 2, 3][-1] }}", '[2, 3] fdb 3'],
    ["{{ 'a,b'.split(',') }} {{ ' x '.strip() }} {{ 'abc'.upper() }}", "['a', 'b'] x ABC"],
    ["{{ '%s = %05.1f' % ('a', 2.26) }} {{ '{} {x:>4}'.format(1, x=2) }}", 'a = 002.3 1    2'],
    [
      '{% for a, b in [(1, 2), (3, 4)] %}{{ loop.index }}:{{ a + b }}{{ ", " if not loop.last }}{% endfor %}',
      '1:3, 2:7',
    ],
    ['{% for x in [] %}{{ x }}{% else %}none{% endfor %}', 'none'],
    ['{% for x in [1, 2, 3, 4] if x is even %}{{ x }}{% endfor %}', '24'],
    ['{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{% endfor %}{{ x }}', '1'],
    ['{% set n = namespace(x=1) %}{% for i in [1] %}{% set n.x = 2 %}{% endfor %}{{ n.x }}', '2'],
    ['{% macro m(a, b=2) %}{{ a }}-{{ b }}{% endmacro %}{{ m(1) }} {{ m(b=3, a=4) }}', '1-2 4-3'],
    ['{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}x{% endcall %}', '<x>'],
    ['{% filter upper | replace("A", "b") %}a{% endfilter %}', 'b'],
    ['{% set x %}a{{ 1 }}{% endset %}{{ x }}', 'a1'],
    ['{% with a = 1, b = 2 %}{{ a + b }}{% endwith %}', '3'],
    ['{% raw %}{{ x }}{% endraw %}{# gone #}|{{- 1 -}} |', '{{ x }}|1|'],
    ['{% if a is defined and b is not none %}y{% elif true %}z{% endif %}', 'z'],
    ["{{ ['b', 'A'] | sort | join('-') }} {{ [3, 1] | max }} {{ [1, 2] | sum }}", 'A-b 3 3'],
    ["{{ [{'a': 1}, {'a': 2}] | map(attribute='a') | list }}", '[1, 2]'],
    ["{{ ['1', '2'] | map('int') | select('odd') | list }}", '[1]'],
    ["{{ [{'a': 1, 'b': 2}] | selectattr('a', 'eq', 1) | map(attribute='b') | first }}", '2'],
    ["{{ x | default('d') }} {{ '' | default('e', true) }}", 'd e'],
    ["{{ {'b': 1, 'a': 2} | dictsort }} {{ {'b': 1, 'a': 2} | tojson }}", `[('a', 2), ('b', 1)] {"a": 2, "b": 1}`],
    ["{{ ['a', 'b', 'a'] | unique | list }} {{ 'a b' | title }}", "['a', 'b'] A B"],
    ['{{ 2.5 | round }} {{ 3.567 | round(1) }} {{ 7 | int }} {{ "x" | int(4) }}', '2.0 3.6 7 4'],
    ['{{ "it\'s" }} {{ ["it\'s", \'q"\'] }}', `it's ["it's", 'q"']`],
    ['{{ {}.get("x") }} {{ {"x": none}["x"] }} {{ [none][0] }}', 'None None None'],
  ])('%s', (template, expected) => {
    expect(text(template)).toBe(expected)
  })

  it.each([
    ['{{ x.y }}', "UndefinedError: 'x' is undefined"],
    ['{{ x() }}', "UndefinedError: 'x' is undefined"],
    ['{{ 1 + x }}', "UndefinedError: 'x' is undefined"],
    ['{{ x|int }}', "UndefinedError: 'x' is undefined"],
    ['{{ x|float(1) }}', "UndefinedError: 'x' is undefined"],
    ['{{ x|tojson }}', 'TypeError: Object of type Undefined is not JSON serializable'],
    ["{{ 'a'.nothing() }}", "UndefinedError: 'str object' has no attribute 'nothing'"],
    ["{{ 1 + 'a' }}", "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ['{{ 1 / 0 }}', 'ZeroDivisionError: division by zero'],
    ['{{ 1 | nope }}', "TemplateAssertionError: No filter named 'nope'."],
    [
      '{% if false %}{% for x in [1] %}{{ x | nope }}{% endfor %}{% endif %}',
      "TemplateAssertionError: No filter named 'nope'.",
    ],
    ['{% if true %}{{ 1 | nope }}{% endif %}', "TemplateRuntimeError: No filter named 'nope' found."],
    ['{{ 1 if 1 is nope else 2 }}', "TemplateRuntimeError: No test named 'nope' found."],
    [
      '{% if 1 %}',
      "TemplateSyntaxError: Unexpected end of template. Jinja was looking for the following tags: 'elif' or 'else' or 'endif'. The innermost block that needs to be closed is 'if'.",
    ],
    ['{{ 1', "TemplateSyntaxError: unexpected end of template, expected 'end of print statement'."],
    ['{{ [1, 2 }}', "TemplateSyntaxError: unexpected '}', expected ']'"],
    ["{{ {}['a'].b }}", "UndefinedError: 'dict object' has no attribute 'a'"],
    ['{{ {[1]: 2} }}', "TypeError: unhashable type: 'list'"],
  ])('%s fails', (template, expected) => {
    expect(faultOf(template)).toBe(expected)
  })
})

describe('the sandbox', () => {
  it.each([
    "{{ ''.__class__.__mro__ }}",
    "{{ ''['__class__'].__mro__ }}",
    "{{ filter_values.__globals__['os'] }}",
    '{{ constructor.constructor("return process")() }}',
    '{{ [].constructor.constructor("return process")() }}',
    '{{ {}.__proto__.polluted.x }}',
    "{{ ({} | attr('__proto__')).x }}",
    "{{ [{}] | map(attribute='constructor.prototype.x') | list }}",
    '{{ self._TemplateReference__context.x }}',
    '{{ range.call.x }}',
    '{{ process.env }}',
    '{{ globalThis.process.exit() }}',
    "{% include '/etc/passwd' %}",
    "{% import 'fs' as fs %}",
  ])('%s has no access', (template) => {
    expect(faultOf(template)).toMatch(/^(UndefinedError|SecurityError|TypeError): /)
  })

  it('finds no host key in a dictionary', () => {
    expect(text("{{ {'a': 1}['constructor'] }}|{{ {}.get('toString') }}|{{ {}.toString }}")).toBe(
      "{{ no such element: dict object['constructor'] }}|None|{{ no such element: dict object['toString'] }}",
    )
    expect(text("{% set d = {'__proto__': 1} %}{{ d['__proto__'] }} {{ {}.a is defined }}")).toBe('1 False')
  })

  it.each([
    ["{{ 'a' * 1000000000 }}", /too much text/],
    [
      "{% set x = ['a' * 1000] %}{% for i in range(10000) %}{% set x = 1 %}{{ 'a' * 1000 }}{% endfor %}",
      /too much text/,
    ],
    [
      '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}',
      /too many steps/,
    ],
    ['{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}', /nested too deeply/],
    ['{{ 9 ** (9 ** 9) }}', /too large|too many steps/],
    ['{{ 2 ** 100000 }}', /too large/],
    ['{% set l = [] %}{{ l.append(l) }}{{ l }}', /nested too deeply|too many steps/],
    [`{{ ${'('.repeat(500)}1${')'.repeat(500)} }}`, /nested too deeply/],
    [`{% set a = [1] %}${'{% set a = [a, a] %}'.repeat(40)}{{ a }}`, /too many steps|too much text/],
    [
      `{% set a = [1] %}{% set b = [1] %}${'{% set a = [a, a] %}{% set b = [b, b] %}'.repeat(40)}{{ a == b }}`,
      /too many steps/,
    ],
    ["{{ '%999999999s' % 1 }}", /too large/],
    ['{{ [0] * 100000000 }}', /too long/],
    ["{{ range(99999) | map('string') | map('center', 1000) | list | length }}", /too much text|too many steps/],
    [`{{ ${'1'.repeat(5000)} }}`, /too long/],
  ])('%s is stopped', (template, message) => {
    expect(processorMs(() => expect(faultOf(template)).toMatch(message))).toBeLessThan(5000)
  })
})

describe('text from the request', () => {
  const form = (value: unknown) => ({ filters: [{ col: 'c', op: 'IN', val: [value] }], url_params: { p: value } })
  const stands = (template: string, value: unknown) => standAsValues(render(template, {}, { form: form(value) }), false)

  it.each([
    ['c IN ({{ "\'" + "\',\'".join(filter_values(\'c\')) + "\'" }})', 'CA'],
    ["c = '{{ url_param('p') }}'", "x' OR '1'='1"],
    ['c IN {{ filter_values("c") | where_in }}', "x') OR (1=1"],
    ['c >= {{ url_param("p") }}', '-12.5e3'],
    ["c = '{{ url_param('p') | upper }}'", "it's"],
    ["c = 'a{{ url_param('p') }}b'", '-- "x" /* y */'],
    ['-- {{ url_param("p") }}\nSELECT 1', 'a comment'],
    ['/* of {{ url_param("p") }} */ SELECT 1', "o'neil"],
    ['c = "{{ url_param(\'p\') }}"', 'name'],
  ])('%s may contain %s', (template, value) => {
    expect(stands(template, value)).toBe(true)
  })

  it.each([
    ['c IN ({{ "\'" + "\',\'".join(filter_values(\'c\')) + "\'" }})', "CA') OR 1=1 --"],
    ["c = '{{ url_param('p', escape_result=False) }}'", "x' OR '1'='1"],
    ['c >= {{ url_param("p") }}', '1 OR 1=1'],
    ['c >= {{ url_param("p") }}', 'c'],
    ['c >= -{{ url_param("p") }}', '-1'],
    ['c --{{ url_param("p") }}', 'x OR TRUE'],
    ['c # {{ url_param("p") }}', '1 OR TRUE'],
    ['/*! {{ url_param("p") }} */', 'OR TRUE'],
    ['SELECT {{ url_param("p") }} FROM t', 'password'],
    ['SELECT * FROM t ORDER BY c {{ url_param("p") }}', 'DESC'],
    ['-- {{ url_param("p") }}\nSELECT 1', 'x\nSELECT 2 --'],
    ['/* {{ url_param("p") }} */ SELECT 1', '*/ SELECT 2 /*'],
    ['c = "{{ url_param(\'p\') }}"', 'a" = "a'],
    ["c = '{{ filter_values('c')[0] }}'", "'"],
    ['c = $x$ {{ url_param("p") }} $x$', '$x$'],
    ["c = '{{ url_param('p') | replace(\"''\", \"'\") }}'", "x' OR 1=1 --"],
    ['{{ url_param("p") | replace("a", "b") }}', 'DROP TABLE a'],
    ['{{ url_param("p")[::-1] }}', '1=1 RO 1'],
    ["{% set x %}{{ url_param('p') }}{% endset %}{{ x }}", 'TRUE OR 1'],
    ['{{ [url_param("p")] }}', `a'b"c`],
    ["{{ '%s' % url_param('p') }}", 'x OR y'],
    ["{{ '{}'.format(url_param('p')) }}", 'x OR y'],
    ["{{ {'a': url_param('p')} | tojson }}", 'x"y'],
    ['{% for f in url_param("p") %}{{ f }}{% endfor %}', 'x OR y'],
  ])('%s is refused for %s', (template, value) => {
    expect(stands(template, value)).toBe(false)
  })

  it('includes names that users choose themselves', () => {
    expect(standAsValues(render("u = '{{ current_username() }}'"), false)).toBe(false)
    expect(standAsValues(render('u IN {{ [current_username()] | where_in }}'), false)).toBe(true)
  })

  it('respects backslashes if the database does', () => {
    const sql = render(
      "c = '{{ url_param('p') }}' OR d = '{{ url_param('q') }}'",
      {},
      {
        form: { url_params: { p: '\\', q: ' OR 1=1 --' } },
      },
    )
    expect(standAsValues(sql, true)).toBe(false)
    expect(standAsValues(sql, false)).toBe(true)
  })
})

it.each(['<', '<!--', '<!-- <a', '-->'])('strips tags of a text of many %s at once', (mark) => {
  const took = processorMs(() => expect(text(`{{ ('${mark}' * 40000)|striptags|length > 0 }}`)).toBe('True'))
  expect(took).toBeLessThan(1000)
})

describe('partitions', () => {
  const hits = { partition: () => ({ columns: ['day', 'hour'], values: ['2024-05-01', null] }) }
  it.each<[string, string, Partial<MacroContext>]>([
    ["{{ presto.latest_partition('a.b') }}", "20'24", {}],
    ["{{ trino.latest_partitions('a.b') | length }}", '2', hits],
    ["{{ hive.latest_partitions('a.b')[1] is none }}", 'True', hits],
    ["{{ presto.latest_sub_partition('a.b', hour='3') }}", '2024-05-01', hits],
    [
      "{{ presto.latest_sub_partition('a.b', hour='3') }}|",
      '|',
      { partition: () => ({ ...hits.partition(), values: null }) },
    ],
    ["{{ presto.latest_partition('a.b') }}", 'None', { partition: () => ({ columns: ['ds'], values: null }) }],
  ])('%s is %s', (template, expected, context) => {
    expect(text(template, {}, context)).toBe(expected)
  })
  it('are data from rows, which cannot end the quotes around them', () => {
    const sql = (template: string) => standAsValues(render(template), false)
    expect(sql("ds = '{{ presto.latest_partition('a.b') }}'")).toBe(false)
    expect(
      standAsValues(
        render(
          "ds = '{{ presto.latest_partition('a.b') }}'",
          {},
          { partition: () => ({ columns: ['ds'], values: ['2024'] }) },
        ),
        false,
      ),
    ).toBe(true)
  })
})
