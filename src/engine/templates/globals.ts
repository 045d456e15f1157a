import { hostFunction } from './arguments.ts'
import { spendSteps } from './budget.ts'
import { TemplateFault, typeFault } from './fault.ts'
import { integer } from './methods.ts'
import { Callable, Dict, HostObject, itemsOf, List, Namespace, Tuple, typeName, type Value } from './values.ts'

const MAX_RANGE = 100_000
const LOREM =
  'lorem ipsum dolor sit amet consectetuer adipiscing elit sed diam nonummy nibh euismod tincidunt ut laoreet'.split(
    ' ',
  )

/** Functions that every template can call, in addition to the macros of queries. */
export function globals(): [string, Value][] {
  return [
    ['range', new Callable('range', ({ positional }) => range(positional), "<class 'range'>")],
    ['dict', new Callable('dict', ({ positional, named }) => dictOf(positional, named), "<class 'dict'>")],
    ['namespace', new Callable('namespace', ({ named }) => namespaceOf(named), "<class 'jinja2.utils.Namespace'>")],
    ['lipsum', hostFunction('generate_lorem_ipsum', LIPSUM, lipsum)],
    ['cycler', new Callable('cycler', ({ positional }) => cycler(positional), "<class 'jinja2.utils.Cycler'>")],
    [
      'joiner',
      new Callable('joiner', ({ positional }) => joiner(positional[0] ?? ', '), "<class 'jinja2.utils.Joiner'>"),
    ],
  ]
}

function range(positional: readonly Value[]): List {
  const whole = positional.map((value) => integer(value ?? 0, 0))
  if (whole.length === 0) throw typeFault('range expected at least 1 argument, got 0')
  const [from, to] = whole.length === 1 ? [0, whole[0] as number] : [whole[0] as number, whole[1] as number]
  const step = whole[2] ?? 1
  if (step === 0) throw new TemplateFault('ValueError', 'range() arg 3 must not be zero')
  const size = Math.max(0, Math.ceil((to - from) / step))
  if (size > MAX_RANGE) {
    throw new TemplateFault(
      'OverflowError',
      `Range too big. The sandbox blocks ranges larger than MAX_RANGE (${MAX_RANGE}).`,
    )
  }
  spendSteps(size)
  return new List(Array.from({ length: size }, (_, index) => BigInt(from + index * step)))
}

function dictOf(positional: readonly Value[], named: ReadonlyMap<string, Value>): Dict {
  const made = new Dict()
  for (const source of positional) {
    const pairs = source instanceof Dict ? source.entries().map((entry) => new Tuple(entry)) : itemsOf(source)
    for (const pair of pairs) {
      const [key, value] = itemsOf(pair)
      if (key === undefined || value === undefined) throw typeFault(`cannot convert '${typeName(pair)}' to a pair`)
      made.set(key, value)
    }
  }
  for (const [key, value] of named) made.set(key, value)
  return made
}

function namespaceOf(named: ReadonlyMap<string, Value>): Namespace {
  const made = new Namespace()
  for (const [key, value] of named) made.fields.set(key, value)
  return made
}

const LIPSUM = [
  { name: 'n', otherwise: 5n },
  { name: 'html', otherwise: true },
  { name: 'min', otherwise: 20n },
  { name: 'max', otherwise: 100n },
]

function lipsum(...[n = 5n, html = true, min = 20n]: Value[]): string {
  const words = Math.min(Math.max(1, integer(min, 20)), 100)
  const text = `${Array.from({ length: words }, (_, index) => LOREM[index % LOREM.length]).join(' ')}.`
  const paragraphs = Array.from({ length: Math.min(integer(n, 5), 20) }, () => (html ? `<p>${text}</p>` : text))
  return paragraphs.join(html ? '\n' : '\n\n')
}

function cycler(items: readonly Value[]): HostObject {
  if (items.length === 0) throw new TemplateFault('RuntimeError', 'at least one item has to be provided')
  let at = 0
  return new HostObject('<Cycler>', (name) => {
    if (name === 'current') return items[at] as Value
    if (name === 'reset') return hostFunction('reset', [], () => ((at = 0), null))
    if (name !== 'next') return undefined
    return hostFunction('next', [], () => {
      const item = items[at] as Value
      at = (at + 1) % items.length
      return item
    })
  })
}

function joiner(separator: Value): Callable {
  let isUsed = false
  return new Callable('joiner', () => {
    const text = isUsed ? separator : ''
    isUsed = true
    return text
  })
}
