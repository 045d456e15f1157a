import { describe, expect, it } from 'vitest'
import { abilities, abilityState, otherPairs, withAbility } from './abilities.ts'

const of = (key: string) => {
  const found = abilities.find((ability) => ability.key === key)
  if (!found) throw new Error(key)
  return found
}

describe('abilities', () => {
  it('are granted and revoked with all their pairs', () => {
    const given = withAbility(['can_read:Log'], of('editCharts'), true)
    expect(given).toEqual(['can_read:Log', 'can_write:Chart'])
    expect(abilityState(of('editCharts'), new Set(given))).toBe('all')
    expect(abilityState(of('auditLog'), new Set(given))).toBe('some')
    expect(abilityState(of('runSql'), new Set(given))).toBe('none')
    expect(withAbility(given, of('editCharts'), false)).toEqual(['can_read:Log'])
  })

  it('do not change other pairs', () => {
    const held = ['can_read:Log', 'can_fly:Kite']
    expect(withAbility(held, of('auditLog'), false)).toEqual(['can_fly:Kite'])
    expect(otherPairs(held)).toEqual(['can_fly:Kite'])
  })

  it('have unique names', () => {
    expect(new Set(abilities.map(({ key }) => key)).size).toBe(abilities.length)
  })
})
