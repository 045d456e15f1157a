import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { abilities } from '../../../model/people/abilities.ts'
import type { RoleRights } from '../../api/people.ts'
import { show } from '../../ui/testing/show.tsx'
import { RoleInWords } from './RoleInWords.tsx'

const none: RoleRights = {
  id: 9,
  name: 'Sales',
  is_builtin: false,
  permissions: [],
  grants: [],
  users: [],
  dashboards: [],
  row_rules: [],
}
const pairsOf = (key: string) => abilities.find((ability) => ability.key === key)?.pairs ?? []
const person = (id: number, username: string) => ({ id, username, name: username, active: true })

describe('a role in words', () => {
  it.each<[string, Partial<RoleRights>, string[]]>([
    [
      'nothing',
      {},
      ['Nobody has this role', 'The role itself gives no access to data.', 'The role gives no permissions.'],
    ],
    [
      'its people',
      { users: [person(1, 'nora'), person(2, 'bo')] },
      [
        '2 users have this role: nora, bo',
        'The role itself gives no access to data.',
        'The role gives no permissions.',
      ],
    ],
    [
      'data, dashboards and row rules',
      {
        grants: [{ kind: 'dataset', dataset_id: 1, label: 'shop.orders' }],
        dashboards: [{ id: 3, title: 'Orders' }],
        row_rules: [
          { id: 1, name: 'the north', filter_type: 'Regular' },
          { id: 2, name: 'own rows', filter_type: 'Base' },
        ],
      },
      [
        'Nobody has this role',
        'They can read the data of: shop.orders',
        'They can open the dashboards that are shared with this role: Orders',
        'In some datasets they see only the rows that these row rules allow: the north',
        'These row rules do not apply to them: own rows',
        'The role gives no permissions.',
      ],
    ],
    ['all data', { permissions: [...pairsOf('allData')] }, ['They can read the data of every dataset.']],
    ['an administrator', { name: 'Admin' }, ['Administrators can see and change everything.']],
  ])('says %s', (_, rights, sentences) => {
    show(<RoleInWords role={{ ...none, ...rights }} />)
    const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    for (const sentence of sentences) expect(shown).toContain(sentence)
  })

  it('shows what users with the role can do, and what they can do only in part', () => {
    const [one = ''] = pairsOf('editDatasets')
    show(<RoleInWords role={{ ...none, permissions: [...pairsOf('editCharts'), one] }} />)
    const said = screen.getAllByRole('definition').map(({ textContent }) => textContent ?? '')
    expect(said).toHaveLength(2)
    expect(said.filter((text) => text.endsWith('(in part)'))).toHaveLength(1)
  })
})
