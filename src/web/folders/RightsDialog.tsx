import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Shield, User, X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { type FolderRights, folderRightsQuery, setFolderRights } from '../api/folders.ts'
import { related } from '../api/related.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Select } from '../ui/select/Select.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { PlacedFolder } from './folderRows.ts'
import css from './Rights.module.css'

const texts = defineTexts('folderRights', {
  title: 'Rights on {name}',
  lead: 'They apply to everything in this folder and its subfolders, in addition to owners and roles.',
  data: 'They give no access to data: charts and datasets are seen only by those who may read their data.',
  none: 'This folder gives no rights.',
  see: 'Can view dashboards',
  change: 'Can change its contents',
  rightOf: 'Right of {name}',
  from: 'from {folder}',
  add: 'Add',
  who: 'Role or user',
  remove: 'Remove {name}',
  close: 'Close',
})

type Right = FolderRights['own'][number]
type Holder = `${Right['kind']} ${number}`

const loadUsers = related('dashboard', 'owners')
const loadRoles = related('dashboard', 'roles')

/** Roles, then users, sorted by name. */
async function loadHolders(search: string, page: number, signal: AbortSignal) {
  const [roles, users] = await Promise.all([loadRoles(search, page, signal), loadUsers(search, page, signal)])
  const named = (kind: Right['kind'], list: typeof users.options) =>
    list.map(({ value, label }) => ({ value: `${kind} ${value}` as Holder, label }))
  return {
    count: roles.count + users.count,
    options: [...named('role', roles.options), ...named('user', users.options)],
  }
}

interface RightsDialogProps {
  folder: PlacedFolder
  onClose: () => void
}

/** What roles and users may do with the objects in a shared folder. Each change is stored at once. */
export default function RightsDialog({ folder, onClose }: RightsDialogProps) {
  const t = useText()
  const { data, error } = useQuery(folderRightsQuery(folder.id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name: folder.name })}
      width={520}
      footer={
        <Button size="md" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      {error ? <Banner tone="danger">{messageOf(error)}</Banner> : null}
      {!data && !error ? <Spinner /> : null}
      {data ? <Rights id={folder.id} rights={data} /> : null}
    </Dialog>
  )
}

function Rights({ id, rights }: { id: number; rights: FolderRights }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Holder>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { own, inherited, may_change: mayChange } = rights
  const choices = { see: t(texts.see), change: t(texts.change) }

  async function save(next: readonly Pick<Right, 'kind' | 'id' | 'can_edit'>[]) {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const body = next.map((right) => ({ kind: right.kind, id: right.id, can_edit: right.can_edit }))
      queryClient.setQueryData(folderRightsQuery(id).queryKey, await setFolderRights(id, body))
      // the rights of the folders below it have changed, too
      void queryClient.invalidateQueries({ queryKey: ['folders', 'rights'], refetchType: 'none' })
      setChosen(undefined)
    } catch (error) {
      setFailure(messageOf(error))
    }
    setIsBusy(false)
  }

  function add(holder: Holder) {
    const [kind, number] = holder.split(' ') as [Right['kind'], string]
    const others = own.filter((right) => right.kind !== kind || right.id !== Number(number))
    void save([...others, { kind, id: Number(number), can_edit: false }])
  }

  return (
    <div className={css.rights}>
      <p className={css.lead}>
        {t(texts.lead)} {t(texts.data)}
      </p>
      {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
      {own.length + inherited.length === 0 ? <p className={css.none}>{t(texts.none)}</p> : null}
      <ul className={css.list}>
        {inherited.map((right) => (
          <li key={`${right.folder}/${right.kind} ${right.id}`} className={css.right}>
            <Named right={right} />
            <Tag tone="outline">{t(texts.from, { folder: right.folder })}</Tag>
            <span className={css.level}>{right.can_edit ? choices.change : choices.see}</span>
          </li>
        ))}
        {own.map((right) => (
          <li key={`${right.kind} ${right.id}`} className={css.right}>
            <Named right={right} />
            {mayChange ? (
              <>
                <NativeSelect
                  size="md"
                  aria-label={t(texts.rightOf, { name: right.name })}
                  disabled={isBusy}
                  value={right.can_edit ? 'change' : 'see'}
                  onChange={({ target }) =>
                    void save(
                      own.map((each) => (each === right ? { ...each, can_edit: target.value === 'change' } : each)),
                    )
                  }
                >
                  <option value="see">{choices.see}</option>
                  <option value="change">{choices.change}</option>
                </NativeSelect>
                <IconButton
                  size="xs"
                  label={t(texts.remove, { name: right.name })}
                  icon={<X size={14} />}
                  disabled={isBusy}
                  onClick={() => void save(own.filter((each) => each !== right))}
                />
              </>
            ) : (
              <span className={css.level}>{right.can_edit ? choices.change : choices.see}</span>
            )}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className={css.add}>
          <Select
            label={t(texts.who)}
            size="md"
            placeholder={t(texts.who)}
            value={chosen}
            onChange={setChosen}
            load={loadHolders}
          />
          <Button
            size="md"
            icon={<Plus size={14} />}
            busy={isBusy}
            disabled={chosen === undefined}
            onClick={() => chosen !== undefined && add(chosen)}
          >
            {t(texts.add)}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Named({ right }: { right: Right }) {
  const Icon = right.kind === 'role' ? Shield : User
  return (
    <span className={css.name} title={right.name}>
      <Icon size={14} aria-hidden="true" />
      <span>{right.name}</span>
    </span>
  )
}
