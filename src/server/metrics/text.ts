/** Numbers in the text format of Prometheus, version 0.0.4. */

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  labels?: Labels
  value: number
  /** For a histogram: `_bucket`, `_sum`, `_count`. */
  suffix?: string
}

export interface Family {
  /** Without the prefix of this product. */
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function labelsText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const number = (value: number) => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value))

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** All families, each with its meaning. A family without a sample is left out. */
export function metricsText(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP sextant_${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE sextant_${name} ${type}`,
        ...samples.map(
          ({ suffix = '', labels, value }) => `sextant_${name}${suffix}${labelsText(labels)} ${number(value)}`,
        ),
        '',
      ].join('\n'),
    )
    .join('')
}

/** A count by labels, which only grows. */
export interface Counter {
  add(labels?: Labels): void
  samples(): Sample[]
}

export function createCounter(): Counter {
  const counts = new Map<string, { labels: Labels; value: number }>()
  return {
    add(labels = {}) {
      const key = JSON.stringify(labels)
      const entry = counts.get(key) ?? { labels, value: 0 }
      entry.value += 1
      counts.set(key, entry)
    },
    samples: () => [...counts.values()].map(({ labels, value }) => ({ labels, value })),
  }
}

/** How many values were at most as large as each bound, and their sum. */
export interface Histogram {
  add(value: number): void
  samples(): Sample[]
}

export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0)
  let sum = 0
  let count = 0
  return {
    add(value) {
      sum += value
      count += 1
      for (const [index, bound] of bounds.entries()) if (value <= bound) counts[index] = (counts[index] ?? 0) + 1
    },
    samples: () => [
      ...bounds.map((bound, index) => ({
        suffix: '_bucket',
        labels: { le: number(bound) },
        value: counts[index] ?? 0,
      })),
      { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
      { suffix: '_sum', value: sum },
      { suffix: '_count', value: count },
    ],
  }
}
