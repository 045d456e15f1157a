import { useQuery } from '@tanstack/react-query'
import { availableDatabasesQuery, databaseQuery } from '../api/databases.ts'
import { messageOf } from '../api/failure.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { draftOf } from './databaseDraft.ts'
import { EditDatabase } from './EditDatabase.tsx'
import { NewDatabase } from './NewDatabase.tsx'

const texts = defineTexts('databaseDialog', {
  edit: 'Edit database',
  failed: 'Sorry there was an error fetching database information: {message}',
})

export interface DatabaseDialogProps {
  /** absent: a new database is connected */
  id?: number
  onClose: () => void
}

/** Connects a database, or changes one. */
export default function DatabaseDialog({ id, onClose }: DatabaseDialogProps) {
  return id === undefined ? <NewDatabase onClose={onClose} /> : <StoredDatabase id={id} onClose={onClose} />
}

function StoredDatabase({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const stored = useQuery(databaseQuery(id))
  const products = useQuery(availableDatabasesQuery)
  const error = stored.error ?? products.error
  if (stored.data && products.data) {
    return (
      <EditDatabase
        stored={draftOf(stored.data, products.data)}
        isManaged={stored.data.is_managed_externally}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={t(texts.edit)}>
      {error ? (
        <ErrorPanel
          message={t(texts.failed, { message: messageOf(error) })}
          onRetry={() => {
            void stored.refetch()
            void products.refetch()
          }}
        />
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}
