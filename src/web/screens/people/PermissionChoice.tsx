import { useQuery } from '@tanstack/react-query'
import { abilities, abilityState, otherPairs, withAbility } from '../../../model/people/abilities.ts'
import { allPermissionsQuery } from '../../api/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { MultiSelect } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { abilityTexts, groupTexts } from './abilityTexts.ts'
import css from './People.module.css'

const texts = defineTexts('permissionChoice', {
  fixed: 'The permissions of this role are built in. Create a role of your own to give other permissions.',
  other: 'Other permissions',
})

interface Props {
  permissions: string[]
  isFixed: boolean
  onChange: (permissions: string[]) => void
}

const groups = Object.keys(groupTexts) as (keyof typeof groupTexts)[]
const wordsOf = (key: string) => abilityTexts[key as keyof typeof abilityTexts]

/** The permissions of a role: as abilities in words, and all permissions outside of the abilities by name. */
export function PermissionChoice({ permissions, isFixed, onChange }: Props) {
  const t = useText()
  const all = useQuery(allPermissionsQuery)
  const held = new Set(permissions)
  const nameOf = (pair: string) => pair.replace(':', ' on ')
  return (
    <div className={css.form}>
      {isFixed ? <Banner tone="info">{t(texts.fixed)}</Banner> : null}
      <div className={css.abilities}>
        {groups.map((group) => (
          <fieldset key={group} className={css.group}>
            <legend className={css.heading}>{t(groupTexts[group])}</legend>
            {abilities
              .filter((ability) => ability.group === group)
              .map((ability) => {
                const state = abilityState(ability, held)
                return (
                  <Checkbox
                    key={ability.key}
                    label={t(wordsOf(ability.key))}
                    checked={state === 'all'}
                    mixed={state === 'some'}
                    disabled={isFixed}
                    onChange={(isGiven) => onChange(withAbility(permissions, ability, isGiven))}
                  />
                )
              })}
          </fieldset>
        ))}
      </div>
      {isFixed ? null : (
        <Field label={t(texts.other)}>
          <MultiSelect
            label={t(texts.other)}
            size="md"
            value={otherPairs(permissions)}
            options={otherPairs(all.data ?? permissions).map((pair) => ({ value: pair, label: nameOf(pair) }))}
            labelOf={nameOf}
            onChange={(others) => {
              const named = new Set(otherPairs(permissions))
              onChange([...permissions.filter((pair) => !named.has(pair)), ...others])
            }}
          />
        </Field>
      )}
    </div>
  )
}
