import { describe, expect, it } from 'vitest'
import { dialects } from '../../engine/dialects/index.ts'
import { editorDialect } from './editorDialect.ts'

describe.each(Object.keys(dialects))('%s', (name) => {
  const { quote, functions } = editorDialect(name)

  it('encloses names as the dialect does', () => {
    expect(dialects[name]?.quote('Name')).toBe(`${quote.open}Name${quote.close}`)
  })

  it('completes the functions that its gate allows, and no operators', () => {
    expect(functions).toEqual(expect.arrayContaining(['count', 'sum', 'upper']))
    expect(functions.filter((each) => !/^\w+$/.test(each))).toEqual([])
  })
})
