import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../src/web')

/** A length that may contain a function: `calc(1px + 2px)`. */
const lengths = (value: string) => value.match(/[^\s(]+(\([^()]*(\([^()]*\)[^()]*)*\))?/g) ?? []

/** Properties that name the left or the right side; the middle of a box is the middle in both directions. */
const physicalSide = /^((scroll-)?(margin|padding)|border(-(top|bottom))?)-(left|right)/

/** What prevents a declaration from being mirrored in right-to-left text; undefined if nothing does. */
export function physical(property: string, value: string): string | undefined {
  if (physicalSide.test(property)) return 'names a side'
  if (/^(left|right)$/.test(property) && !value.includes('50%')) return 'names a side'
  if (/^(text-align|float|clear)$/.test(property) && /^(left|right)$/.test(value)) return 'names a side'
  if (/^(margin|padding|inset|scroll-margin|scroll-padding)$/.test(property)) {
    const [, end, , start] = lengths(value)
    if (start !== undefined && start !== end) return 'has another value left than right'
  }
  if (property === 'border-radius') {
    const [topLeft, topRight, bottomRight = topLeft, bottomLeft = topRight] = lengths(value)
    if (topRight !== undefined && (topLeft !== topRight || bottomLeft !== bottomRight))
      return 'is another left than right'
  }
  return undefined
}

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && file.name.endsWith('.css'))
  .map((file) => join(file.parentPath, file.name))

describe('styles', () => {
  it('use logical properties, so that the interface can be mirrored', () => {
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const [, property = '', value = ''] = /^\s*([a-z-]+):\s*([^;]+);/.exec(line) ?? []
          const why = physical(property, value)
          const place = `${relative(web, file).split(sep).join('/')}:${index + 1}`
          return why === undefined ? [] : [`${place}: ${property}: ${value} ${why}`]
        }),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['margin-left', 'auto', true],
    ['margin-inline-start', 'auto', false],
    ['left', '50%', false],
    ['right', '8px', true],
    ['padding', '0 8px 0 4px', true],
    ['padding', '0 calc(8px + 1px) 2px calc(8px + 1px)', false],
    ['inset', '0 auto 0 0', true],
    ['border-radius', '4px 4px 0 0', false],
    ['border-radius', '0 4px 4px 0', true],
    ['text-align', 'right', true],
    ['text-align', 'end', false],
    ['float', 'left', true],
  ])('%s: %s', (property, value, isPhysical) => {
    expect(physical(property, value) !== undefined).toBe(isPhysical)
  })
})
