import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { isAdmin } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { createRole, type RoleRights, renameRole, roleRightsQuery, saveRoleRights } from '../../api/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { DataGrants, type GrantDraft, grantKey } from './DataGrants.tsx'
import css from './People.module.css'
import { PermissionChoice } from './PermissionChoice.tsx'
import { RoleInWords } from './RoleInWords.tsx'

const texts = defineTexts('roleDialog', {
  addTitle: 'Add role',
  editTitle: 'Edit role',
  name: 'Name',
  words: 'In words',
  permissions: 'Permissions',
  data: 'Data',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'The role was saved.',
})

const empty: RoleRights = {
  id: 0,
  name: '',
  is_builtin: false,
  permissions: [],
  grants: [],
  users: [],
  dashboards: [],
  row_rules: [],
}

const withGrant = (grants: readonly GrantDraft[], grant: GrantDraft) => [
  ...grants.filter((other) => grantKey(other) !== grantKey(grant)),
  grant,
]

/** What a role grants: in words, as permissions, and as data. */
export default function RoleDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const rights = useQuery({ ...roleRightsQuery(id ?? 0), enabled: id !== undefined, staleTime: 0, gcTime: 0 })
  if (id === undefined) return <RoleForm role={empty} onClose={onClose} />
  if (rights.data) return <RoleForm role={rights.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title="" width={640}>
      {rights.error ? <Banner tone="danger">{messageOf(rights.error)}</Banner> : <Spinner />}
    </Dialog>
  )
}

function RoleForm({ role, onClose }: { role: RoleRights; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const isNew = role.id === 0
  const [tab, setTab] = useState(isNew ? 'permissions' : 'words')
  const [name, setName] = useState(role.name)
  const [permissions, setPermissions] = useState(role.permissions)
  const [grants, setGrants] = useState<GrantDraft[]>(role.grants)
  // a grant that is selected without pressing 'Add' is saved with the role as well
  const [selected, setSelected] = useState<GrantDraft>()
  // a new role that was created, although saving its permissions failed
  const [storedAs, setStoredAs] = useState<{ id: number; name: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const mayChange = isAdmin()
  const isFixed = !mayChange || (role.is_builtin && role.name !== 'Public')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || name.trim() === '' || !mayChange) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const before = isNew ? storedAs : role
      const id = before?.id ?? (await createRole(name.trim())).id
      if (before && name.trim() !== before.name) await renameRole(id, name.trim())
      if (isNew) setStoredAs({ id, name: name.trim() })
      await saveRoleRights(id, {
        ...(isFixed ? {} : { permissions }),
        grants: (selected ? withGrant(grants, selected) : grants).map(({ label: _label, ...grant }) => grant),
      })
      toast.success(t(texts.saved))
      void queryClient.invalidateQueries({ queryKey: ['roles'] })
      onClose()
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width={680}
      title={t(isNew ? texts.addTitle : texts.editTitle)}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={name.trim() === '' || !mayChange}
          >
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <TextField
          label={t(texts.name)}
          size="md"
          required
          disabled={role.is_builtin || !mayChange}
          value={name}
          onChange={setName}
        />
        <Tabs
          value={tab}
          onChange={(next) => {
            setTab(next)
            if (selected) setGrants(withGrant(grants, selected))
            setSelected(undefined)
          }}
          className={css.tabs}
        >
          <div className={css.bar}>
            <TabList label={t(isNew ? texts.addTitle : texts.editTitle)}>
              <Tab value="words">{t(texts.words)}</Tab>
              <Tab value="permissions">{t(texts.permissions)}</Tab>
              <Tab value="data">{t(texts.data)}</Tab>
            </TabList>
          </div>
          <TabPanel value="words" className={css.panel}>
            <RoleInWords role={{ ...role, permissions, grants }} />
          </TabPanel>
          <TabPanel value="permissions" className={css.panel}>
            <PermissionChoice permissions={permissions} isFixed={isFixed} onChange={setPermissions} />
          </TabPanel>
          <TabPanel value="data" className={css.panel}>
            <DataGrants
              grants={grants}
              isFixed={!mayChange}
              onAdd={(grant) => setGrants(withGrant(grants, grant))}
              onRemove={(grant) => setGrants(grants.filter((other) => other !== grant))}
              onSelect={setSelected}
            />
          </TabPanel>
        </Tabs>
      </form>
    </Dialog>
  )
}
