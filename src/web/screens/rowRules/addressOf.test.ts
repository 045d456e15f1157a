import { expect, it } from 'vitest'
import { ruleAt } from './addressOf.ts'

it.each([
  ['/rowlevelsecurityfiltersmodelview/list/', undefined],
  ['/rowlevelsecurity/list/', undefined],
  ['/rowlevelsecurityfiltersmodelview/add', 'new'],
  ['/rowlevelsecurityfiltersmodelview/edit/7', 7],
  ['/rowlevelsecurityfiltersmodelview/show/7/', 7],
  ['/rowlevelsecurityfiltersmodelview/edit/x', undefined],
])('%s opens %s', (pathname, rule) => {
  expect(ruleAt(pathname)).toBe(rule)
})
