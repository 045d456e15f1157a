import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type AccessTarget, type DataAccess, dataAccessQuery, setDataAccess } from '../api/dataAccess.ts'
import { messageOf } from '../api/failure.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { compareNames } from '../ui/compareNames.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Select } from '../ui/select/Select.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './DataAccess.module.css'

const texts = defineTexts('dataAccess', {
  lead: 'Users with these roles can read the data. Row level security applies in addition.',
  none: 'No role can read the data.',
  own: 'Granted here',
  schema: 'Reads the schema',
  database: 'Reads the database',
  all: 'Reads all data',
  role: 'Role',
  add: 'Add',
  remove: 'Remove {name}',
  saved: 'The access was saved.',
  failed: 'An error occurred while fetching the access: {message}',
})

/** The roles that may read an object, and the grants that allow it. Each change is stored at once. */
export function DataAccessRoles({ target }: { target: AccessTarget }) {
  const t = useText()
  const { data, error } = useQuery(dataAccessQuery(target))
  if (error) return <Banner tone="danger">{t(texts.failed, { message: messageOf(error) })}</Banner>
  return data ? <Roles target={target} access={data} /> : <Spinner />
}

function Roles({ target, access }: { target: AccessTarget; access: DataAccess }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const own = access.roles.filter(({ by }) => by === 'own').map(({ id }) => id)

  async function save(roles: number[]) {
    setIsBusy(true)
    try {
      queryClient.setQueryData(dataAccessQuery(target).queryKey, await setDataAccess(target, roles))
      // the change may also affect which roles may read other objects
      void queryClient.invalidateQueries({ queryKey: ['dataAccess'], refetchType: 'none' })
      void queryClient.invalidateQueries({ queryKey: ['roles'] })
      toast.success(t(texts.saved))
      setChosen(undefined)
    } catch (error) {
      toast.danger(messageOf(error))
    }
    setIsBusy(false)
  }

  return (
    <div className={css.access}>
      <p className={css.lead}>{t(access.roles.length === 0 ? texts.none : texts.lead)}</p>
      <ul className={css.list}>
        {access.roles.map(({ id, name, by }) => (
          <li key={id} className={css.role}>
            <span className={css.name}>{name}</span>
            <Tag tone={by === 'own' ? 'success' : 'outline'}>{t(texts[by])}</Tag>
            <span className={css.action}>
              {by === 'own' ? (
                <IconButton
                  size="xs"
                  label={t(texts.remove, { name })}
                  icon={<X size={14} />}
                  disabled={isBusy}
                  onClick={() => void save(own.filter((roleId) => roleId !== id))}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <div className={css.add}>
        <Select
          label={t(texts.role)}
          size="md"
          placeholder={t(texts.role)}
          value={chosen}
          onChange={setChosen}
          options={access.others
            .map(({ id, name }) => ({ value: id, label: name }))
            .toSorted((one, other) => compareNames(one.label, other.label))}
        />
        <Button
          size="md"
          icon={<Plus size={14} />}
          busy={isBusy}
          disabled={chosen === undefined}
          onClick={() => chosen !== undefined && void save([...own, chosen])}
        >
          {t(texts.add)}
        </Button>
      </div>
    </div>
  )
}
