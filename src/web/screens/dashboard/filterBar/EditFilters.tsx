import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'

const texts = defineTexts('dashboard.editFilters', { edit: 'Add/Edit Filters' })

export const StoredFilterConfig = lazy(() => import('../edit/filters/StoredFilterConfig.tsx'))

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
        <LazyPart onClose={() => setIsOpen(false)}>
          <StoredFilterConfig onClose={() => setIsOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}
