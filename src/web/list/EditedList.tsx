import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { ListScreen } from './ListScreen.tsx'
import type { ListDefinition } from './listDefinition.ts'

type Given = 'actionsOf' | 'canWrite' | 'canExport' | 'primary' | 'empty'

interface EditedListProps<T extends { id: number }> {
  words: {
    /** label of the button that opens the dialog for a new object: "Plugin" */
    add: string
    edit: string
    delete: string
    empty: string
    emptyText: string
  }
  canWrite: boolean
  /** why an object cannot be changed, while others can */
  disabledReason?: (item: T) => string | undefined
  /** `edit` opens the dialog of an object */
  definition: (edit: (item: T) => void) => Omit<ListDefinition<T>, Given>
  /** the dialog that creates an object or changes the given one; loaded when it is opened */
  dialog: (item: T | undefined, close: () => void) => ReactNode
}

/** A list whose objects are created and changed in a dialog. */
export function EditedList<T extends { id: number }>({
  words,
  canWrite,
  disabledReason,
  definition,
  dialog,
}: EditedListProps<T>) {
  const [edited, setEdited] = useState<T | 'new'>()
  const close = () => setEdited(undefined)

  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {words.add}
      </Button>
    ) : undefined

  function actionsOf(item: T, askDelete: (item: T) => void) {
    if (!canWrite) return []
    const reason = disabledReason?.(item)
    return [
      { label: words.edit, icon: <Pencil size={15} />, disabledReason: reason, onSelect: () => setEdited(item) },
      { label: words.delete, icon: <Trash2 size={15} />, disabledReason: reason, onSelect: () => askDelete(item) },
    ]
  }

  return (
    <>
      <ListScreen<T>
        definition={(askDelete) => ({
          ...definition(setEdited),
          actionsOf: (item) => actionsOf(item, askDelete),
          canWrite,
          canExport: false,
          primary: add('sm'),
          empty: () => <EmptyState size="big" title={words.empty} text={words.emptyText} actions={add('md')} />,
        })}
      />
      {edited === undefined ? null : (
        <LazyPart onClose={close}>{dialog(edited === 'new' ? undefined : edited, close)}</LazyPart>
      )}
    </>
  )
}
