import { describe, expect, it } from 'vitest'
import { renderTemplate } from './renderTemplate.ts'

const day = Date.UTC(2021, 2, 4, 15, 6, 7)
const values = {
  data: [
    { name: 'Ann & <b>', total: 3, day, 'full name': 'Ann A.', tags: ['x', 'y'] },
    { name: 'Bob', total: 0, day: null, 'full name': null, tags: [] },
  ],
}

function rendered(template: string, given: Record<string, unknown> = values): string {
  const result = renderTemplate(template, given)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.html
}
const fault = (template: string) => {
  const result = renderTemplate(template, values)
  return result.ok ? undefined : result.error
}

describe('values', () => {
  it.each([
    ['{{data.length}}', '2'],
    ['{{data.0.name}}', 'Ann &amp; &lt;b&gt;'],
    ['{{{data.0.name}}}', 'Ann & <b>'],
    ['{{&data.0.name}}', 'Ann & <b>'],
    ['{{data.0.[full name]}}', 'Ann A.'],
    ['{{#with data.[0]}}{{"full name"}}{{/with}}', 'Ann A.'],
    ['{{data.1.day}}|{{data.1.total}}|{{missing.too}}', '|0|'],
    ['{{data.0.tags}}', 'x,y'],
    ['{{data.[0]}}', '[object Object]'],
    ['{{! a comment }}{{!-- {{another}} --}}', ''],
    ['\\{{data}}', '{{data}}'],
    ['{{lookup (lookup data 0) "name"}}', 'Ann &amp; &lt;b&gt;'],
  ])('%s is %j', (template, expected) => expect(rendered(template)).toBe(expected))

  it.each([
    'constructor',
    '__proto__',
    'data.constructor.name',
    'data.0.toString',
    'data.0.name.constructor',
    '@root.constructor',
  ])('does not read %s', (path) => expect(rendered(`{{${path}}}{{lookup this "${path}"}}`)).toBe(''))

  it('reads a column that is named like a helper or a part of every object', () => {
    const given = { sum: 1, constructor: 'c', hasOwnProperty: 'h' }
    expect(rendered('{{this.sum}}{{./sum}}{{constructor}}{{hasOwnProperty}}', given)).toBe('11ch')
  })
})

describe('blocks', () => {
  it.each([
    ['{{#each data}}{{@index}}{{@first}}{{@last}} {{/each}}', '0truefalse 1falsetrue '],
    ['{{#each data.[0]}}{{@key}},{{/each}}', 'name,total,day,full name,tags,'],
    ['{{#each data as |row at|}}{{at}}{{row.total}}{{/each}}', '0310'],
    [
      '{{#each data}}{{#each tags}}{{this}}{{../total}}{{@../index}}{{@root.data.length}}{{/each}}{{/each}}',
      'x302y302',
    ],
    ['{{#each none}}a{{else}}b{{/each}}', 'b'],
    ['{{#if data}}a{{else}}b{{/if}}', 'a'],
    ['{{#if data.1.tags}}a{{else}}b{{/if}}', 'b'],
    ['{{#if data.1.total}}a{{else}}b{{/if}}{{#if data.1.total includeZero=true}}a{{/if}}', 'ba'],
    ['{{#if false}}a{{else if data}}b{{else}}c{{/if}}', 'b'],
    ['{{#unless data}}a{{else}}b{{/unless}}', 'b'],
    ['{{^data}}a{{/data}}{{^none}}b{{/none}}', 'b'],
    ['{{#with data.[0] as |row|}}{{row.total}}{{total}}{{/with}}', '33'],
    ['{{#data}}{{total}}{{/data}}', '30'],
    ['{{#data.[0]}}{{total}}{{/data.[0]}}', '3'],
    ['{{#eq 1 1}}a{{else}}b{{/eq}}{{#gt 1 2}}a{{else}}b{{/gt}}', 'ab'],
    ['a {{~#if data~}} b {{~/if~}} c', 'abc'],
    ['{{#*inline "row"}}<{{name}}{{x}}>{{/inline}}{{> row name="N" x=1}}{{> row data.[1]}}', '<N1><Bob>'],
    ['{{#*inline "box"}}[{{> @partial-block}}]{{/inline}}{{#> box}}in{{/box}}{{#> none}}else{{/none}}', '[in]else'],
  ])('%s is %j', (template, expected) => expect(rendered(template)).toBe(expected))

  it('removes the line of a block that stands alone', () =>
    expect(rendered('<ul>\n{{#each data}}\n  <li>{{total}}</li>\n{{/each}}\n</ul>')).toBe(
      '<ul>\n  <li>3</li>\n  <li>0</li>\n</ul>',
    ))
})

describe('helpers', () => {
  it.each([
    [
      '{{stringify data.[1]}}',
      '{&quot;name&quot;:&quot;Bob&quot;,&quot;total&quot;:0,&quot;day&quot;:null,&quot;full name&quot;:null,&quot;tags&quot;:[]}',
    ],
    ['{{stringify data.0.total}}', '3'],
    ['{{dateFormat data.0.day}}', '2021-03-04'],
    [
      '{{dateFormat data.0.day format="dddd, MMMM Do YYYY, h:mm:ss a [at] HH"}}',
      'Thursday, March 4th 2021, 3:06:07 pm at 15',
    ],
    ['{{dateFormat data.0.day format="LL"}}', 'March 4, 2021'],
    ['{{dateFormat "2021-03-04 23:30:00" format="D.M.YY HH:mm"}}', '4.3.21 23:30'],
    ['{{dateFormat "soon"}}{{dateFormat data.1.day}}', 'soon'],
    ['{{formatDate "YYYY" data.0.day}}', '2021'],
    [
      '{{formatNumber 1234.5}}|{{formatNumber 1234.5 "de-DE"}}|{{formatNumber 0.123 format=".1%"}}',
      '1,234.5|1.234,5|12.3%',
    ],
    ['{{#with (parseJson "{\\"a\\": [1]}")}}{{a.[0]}}{{/with}}', '1'],
    ['{{sum 1 2 3}}{{sum 1 (difference 5 3)}}{{multiplication 2 3}}{{division 9 2}}{{remainder 9 4}}', '6364.51'],
    ['{{ceil 1.2}}{{floor 1.8}}{{round 1.5}}{{abs -3}}', '2123'],
    ['{{uppercase "ab"}}{{lowercase "AB"}}{{capitalizeFirst "ab cd"}}{{capitalizeEach "ab cd"}}', 'ABabAb cdAb Cd'],
    [
      '{{excerpt "abcdef" 3}}{{concat "a" 1 "b"}}{{join data.0.tags "-"}}{{first "xy"}}{{last data.0.tags}}',
      'abc...a1bx-yxy',
    ],
    ['{{count data}}{{count 3}}{{includes data.0.tags "x"}}', '2falsetrue'],
    ['{{ifx (lt 1 2) "yes" "no"}}{{ifx (gte "10" "9") "yes" "no"}}{{ifx (eqw 1 "1") "yes" "no"}}', 'yesyesyes'],
    ['{{#if (and data (not none))}}a{{/if}}{{#if (or none (empty data.1.tags))}}b{{/if}}{{coalesce none "c"}}', 'abc'],
    ['{{#if (gt data.1.day 0)}}a{{else}}null is neither more nor less{{/if}}', 'null is neither more nor less'],
    ['{{encodeURI "a b&c"}}', 'a%20b%26c'],
    ['{{log "x"}}', ''],
  ])('%s is %j', (template, expected) => expect(rendered(template)).toBe(expected))
})

describe('a template that cannot be rendered', () => {
  it.each([
    ['<ul>\n{{#each data}}\n</ul>', { reason: 'syntax' }],
    ['a\n{{#if x}}b{{/each}}', { reason: 'syntax', line: 2, detail: "if doesn't match each" }],
    ['a\n\n{{name', { reason: 'syntax', line: 3 }],
    ['{{none 1}}', { reason: 'noHelper', line: 1, detail: 'none' }],
    ['\n{{#none a=1}}{{/none}}', { reason: 'noHelper', line: 2, detail: 'none' }],
    ['\n{{> row}}', { reason: 'noPartial', line: 2, detail: 'row' }],
    ['\n{{* mark}}', { reason: 'noHelper', line: 2 }],
    ['{{sum "a" 1}}', { reason: 'badArgument', line: 1, detail: 'sum: "a" is not a number' }],
    ['{{parseJson "x"}}', { reason: 'badArgument', detail: 'parseJson: the text is not JSON' }],
    ['{{stringify}}', { reason: 'badArgument' }],
    ['{{#each}}{{/each}}', { reason: 'badArgument', detail: 'each: it needs a value' }],
    ['{{#*inline "a"}}\n{{> a}}{{/inline}}{{> a}}', { reason: 'tooDeep', line: 2 }],
  ])('%j says why and where', (template, expected) => expect(fault(template)).toMatchObject(expected))

  it('stops when it repeats too often', () => {
    const many = Array.from({ length: 10_000 }, () => 1)
    const result = renderTemplate('\n{{#each many}}{{#each ../many}}{{/each}}{{/each}}', { many })
    expect(result).toMatchObject({ ok: false, error: { reason: 'tooMuchWork', line: 2 } })
  })

  it('stops when its values grow endlessly', () => {
    const double = '{{#*inline "a"}}{{> a text=(concat text text)}}{{/inline}}{{> a text="xxxxxxxxxx"}}'
    expect(renderTemplate(double, {})).toMatchObject({ ok: false, error: { reason: 'tooMuchWork' } })
    const rows = Array.from({ length: 10_000 }, () => ({ text: 'x'.repeat(100) }))
    expect(renderTemplate('{{#each rows}}{{count (stringify ../rows)}}{{/each}}', { rows })).toMatchObject({
      ok: false,
      error: { reason: 'tooMuchWork' },
    })
  })

  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id }))
  const inLoops = (body: string) => `{{#each @root.rows}}{{#each @root.rows}}${body}{{/each}}{{/each}}`
  const wide = JSON.stringify(Object.fromEntries(rows.map(({ id }) => [`k${id}`, id])))
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  it.each<[title: string, template: string, values: Record<string, unknown>]>([
    ['nested parentheses', `{{concat ${'(concat '.repeat(3000)}1${')'.repeat(3000)}}}`, {}],
    ['nested blocks', `${'{{#if a}}'.repeat(3000)}${'{{/if}}'.repeat(3000)}`, { a: 1 }],
    ['tags', '{{a}}'.repeat(30_000), { a: 1 }],
    ['parameters', inLoops(`{{#if (and${' 1'.repeat(5000)})}}{{/if}}`), { rows }],
    ['named parameters', inLoops('{{#if (dateFormat 0 format=@root.text)}}{{/if}}'), { rows, text: 'YY'.repeat(9000) }],
    ['names of a loop', inLoops(`{{#with 1 as |${'a '.repeat(5000)}|}}{{/with}}`), { rows }],
    ['long paths', inLoops(`{{#if a${'.a'.repeat(5000)}}}{{/if}}`), { rows }],
    [
      'long lists as the value of a partial',
      `{{#*inline "p"}}{{/inline}}${inLoops('{{> p @root.rows x=1}}')}`,
      { rows },
    ],
    ['lists in lists', inLoops('{{#if (eqw @root.lists 1)}}{{/if}}'), { rows, lists: [rows.map(({ id }) => id)] }],
    [
      'many keys',
      `{{#with (parseJson wide) as |keys|}}${inLoops('{{#if (empty keys)}}{{/if}}')}{{/with}}`,
      { rows, wide },
    ],
    ['a deep value', '{{stringify (parseJson deep)}}', { deep }],
    ['long texts in a list', '{{join rows text}}', { rows, text: 'x'.repeat(60_000) }],
  ])(
    'stops in time: %s',
    (_title, template, values) => {
      const started = performance.now()
      expect(renderTemplate(template, values)).toMatchObject({ ok: false, error: { line: 1 } })
      expect(performance.now() - started).toBeLessThan(60_000)
    },
    140_000,
  )

  it('reads a format with brackets that are not closed in time', () => {
    const started = performance.now()
    expect(renderTemplate('{{formatDate text 0}}', { text: '['.repeat(60_000) })).toMatchObject({ ok: true })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('keeps what fits if the output is too long', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ at, text: 'x'.repeat(100) }))
    const result = renderTemplate('{{#each rows}}<p>{{text}}</p>{{/each}}', { rows })
    expect(result).toMatchObject({ ok: true, value: { isCut: true } })
    if (result.ok) expect(result.value.html.length).toBeGreaterThan(59_000)
  })
})
