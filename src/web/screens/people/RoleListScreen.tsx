import { useRouter } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can, isAdmin } from '../../api/bootstrap.ts'
import { deleteRoles, type RoleRow, roleListQuery } from '../../api/people.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import css from './People.module.css'
import type { OpenedByAddress } from './peopleAddress.ts'

const texts = defineTexts('roles', {
  title: 'Roles',
  add: 'Role',
  name: 'Name',
  kind: 'Kind',
  builtin: 'Built-in',
  own: 'Own',
  users: 'Users',
  edit: 'Edit',
  delete: 'Delete',
  fixed: 'This is a built-in role.',
  question:
    'Are you sure you want to delete <b>{title}</b>? Its users lose the permissions and the access to data that it gives.',
  bulkQuestion: 'Are you sure you want to delete the selected roles?',
  bulkFailure: 'There was an issue deleting the selected roles: {message}',
  empty: 'No roles',
  emptyText: 'A role gives its users permissions and access to data.',
})

const RoleDialog = lazy(() => import('./RoleDialog.tsx'))

/** Roles, and what they grant. */
export function RoleListScreen({ opened }: { opened: OpenedByAddress | undefined }) {
  const t = useText()
  const rich = useRichText()
  const { history } = useRouter()
  const [edited, setEdited] = useState<{ id: number | undefined } | undefined>(
    opened && { id: 'id' in opened ? opened.id : undefined },
  )
  const close = () => {
    setEdited(undefined)
    if (opened) history.replace('/roles/list/')
  }
  const mayChange = isAdmin() && can('can_put', 'Role')

  const definition = (askDelete: (role: RoleRow) => void): ListDefinition<RoleRow> => ({
    title: t(texts.title),
    query: roleListQuery,
    queryKeyRoot: 'roles',
    defaultSort: { column: 'name', order: 'asc' },
    searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
    filters: [
      {
        key: 'kind',
        label: t(texts.kind),
        options: [
          { value: true, label: t(texts.builtin) },
          { value: false, label: t(texts.own) },
        ],
        toFilter: (value) => ({ col: 'is_builtin', opr: 'eq', value }),
      },
    ],
    nameSort: 'name',
    titleOf: (role) => role.name,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        sort: 'name',
        cell: (role) => (
          <button type="button" className={css.name} onClick={() => setEdited({ id: role.id })}>
            {role.name}
          </button>
        ),
      },
      {
        key: 'kind',
        label: t(texts.kind),
        width: 120,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: (role) => t(role.is_builtin ? texts.builtin : texts.own),
      },
      { key: 'users', label: t(texts.users), width: 120, isQuiet: true, cell: (role) => role.user_count },
    ],
    actionsOf: (role) => [
      { label: t(texts.edit), icon: <Pencil size={15} />, onSelect: () => setEdited({ id: role.id }) },
      {
        label: t(texts.delete),
        icon: <Trash2 size={15} />,
        disabledReason: role.is_builtin ? t(texts.fixed) : undefined,
        onSelect: () => askDelete(role),
      },
    ],
    canWrite: mayChange,
    canExport: false,
    remove: deleteRoles,
    deleteQuestion: (role) => rich(texts.question, { title: role.name, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: mayChange ? (
      <Button variant="primary" icon={<Plus size={14} />} onClick={() => setEdited({ id: undefined })}>
        {t(texts.add)}
      </Button>
    ) : undefined,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  })

  return (
    <>
      <ListScreen definition={definition} />
      {edited === undefined ? null : (
        <LazyPart onClose={close}>
          <RoleDialog key={edited.id} id={edited.id} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
