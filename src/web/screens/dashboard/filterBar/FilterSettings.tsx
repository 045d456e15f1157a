import { SlidersHorizontal } from 'lucide-react'
import { lazy, useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { mayEdit } from '../header/mayEdit.ts'
import { useSession } from '../state/session.ts'

const texts = defineTexts('dashboard.filterSettings', { settings: 'Filter bar settings' })

const FilterSettingsItems = lazy(() => import('./FilterSettingsItems.tsx'))

/** For editors: the menu of the filter bar. */
export function FilterSettings() {
  const t = useText()
  const { item } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit(item)) return null
  return (
    <Menu
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton size="xs" tooltip={false} label={t(texts.settings)} icon={<SlidersHorizontal size={14} />} />
      }
      items={(show) => (
        <LazyPart onClose={() => setIsOpen(false)}>
          <FilterSettingsItems show={show} />
        </LazyPart>
      )}
    />
  )
}
