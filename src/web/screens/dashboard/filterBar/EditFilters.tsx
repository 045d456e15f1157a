import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'

const texts = defineTexts('dashboard.editFilters', { edit: 'Add/Edit Filters' })

const StoredFilterConfig = lazy(() => import('../edit/filters/StoredFilterConfig.tsx'))

/** For editors: opens the filter editor without edit mode. */
export function EditFilters() {
  const t = useText()
  const mode = useEditMode()
  const [isOpen, setIsOpen] = useState(false)
  if (!mode) return null
  return (
    <>
      <Button variant="quiet" size="xs" icon={<Plus size={13} />} onClick={() => setIsOpen(true)}>
        {t(texts.edit)}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <StoredFilterConfig onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
