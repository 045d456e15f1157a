import { type Ability, abilities, abilityState } from '../../../model/people/abilities.ts'
import type { RoleRights } from '../../api/people.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { abilityTexts, groupTexts } from './abilityTexts.ts'
import css from './People.module.css'

const texts = defineTexts('roleInWords', {
  admin: 'Administrators can see and change everything.',
  people:
    '{count, plural, =0 {Nobody has this role} one {# user has this role: {names}} other {# users have this role: {names}}}',
  allData: 'They can read the data of every dataset.',
  data: 'They can read the data of: {names}',
  noData: 'The role itself gives no access to data.',
  dashboards: 'They can open the dashboards that are shared with this role: {names}',
  rules: 'In some datasets they see only the rows that these row rules allow: {names}',
  base: 'These row rules do not apply to them: {names}',
  abilities: 'They can:',
  inPart: '{ability} (in part)',
  nothing: 'The role gives no permissions.',
})

const shownNames = 12

/** What people with a role see and can do, in sentences. */
export function RoleInWords({ role }: { role: RoleRights }) {
  const t = useText()
  const held = new Set(role.permissions)
  const can = abilities.filter((ability) => abilityState(ability, held) !== 'none' && ability.key !== 'allData')
  const seesAll = ['all_datasource_access:all_datasource_access', 'all_database_access:all_database_access'].some(
    (pair) => held.has(pair),
  )
  const rules = (type: 'Regular' | 'Base') =>
    role.row_rules.filter((rule) => rule.filter_type === type).map(({ name }) => name)
  const isAdmin = role.name === 'Admin'
  const lines = [
    t(texts.people, { count: role.users.length, names: listed(role.users.map(({ username }) => username)) }),
    ...(isAdmin ? [t(texts.admin)] : []),
    ...(isAdmin
      ? []
      : [
          seesAll
            ? t(texts.allData)
            : role.grants.length > 0
              ? t(texts.data, { names: listed(role.grants.map(({ label }) => label)) })
              : t(texts.noData),
        ]),
    ...(role.dashboards.length > 0
      ? [t(texts.dashboards, { names: listed(role.dashboards.map(({ title }) => title)) })]
      : []),
    ...(rules('Regular').length > 0 ? [t(texts.rules, { names: listed(rules('Regular')) })] : []),
    ...(rules('Base').length > 0 ? [t(texts.base, { names: listed(rules('Base')) })] : []),
    ...(isAdmin || can.length > 0 ? [] : [t(texts.nothing)]),
  ]
  const wordsOf = (ability: Ability) => {
    const words = t(abilityTexts[ability.key as keyof typeof abilityTexts])
    return abilityState(ability, held) === 'all' ? words : t(texts.inPart, { ability: words })
  }
  return (
    <ul className={css.words}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {isAdmin || can.length === 0 ? null : (
        <li>
          {t(texts.abilities)}
          <dl className={css.can}>
            {[...new Set(can.map(({ group }) => group))].map((group) => (
              <div key={group}>
                <dt>{t(groupTexts[group])}</dt>
                {can
                  .filter((ability) => ability.group === group)
                  .map((ability) => (
                    <dd key={ability.key}>{wordsOf(ability)}</dd>
                  ))}
              </div>
            ))}
          </dl>
        </li>
      )}
    </ul>
  )
}

const listed = (names: readonly string[]) =>
  names.length > shownNames ? `${names.slice(0, shownNames).join(', ')}, ...` : names.join(', ')
