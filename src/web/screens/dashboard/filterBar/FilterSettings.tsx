import { SlidersHorizontal } from 'lucide-react'
import { lazy, useState } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import FilterSettingsItems from './FilterSettingsItems.tsx'

const texts = defineTexts('dashboard.filterSettings', { settings: 'Filter bar settings' })

const StoredCrossFilterScopes = lazy(() => import('../edit/properties/StoredCrossFilterScopes.tsx'))

/** For editors: the menu of the filter bar. */
export default function FilterSettings() {
  const t = useText()
  const [isScoping, setIsScoping] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton size="xs" tooltip={false} label={t(texts.settings)} icon={<SlidersHorizontal size={14} />} />
        }
        items={(show) => <FilterSettingsItems onScoping={() => setIsScoping(true)} show={show} />}
      />
      {isScoping ? (
        <LazyPart onClose={() => setIsScoping(false)}>
          <StoredCrossFilterScopes onClose={() => setIsScoping(false)} />
        </LazyPart>
      ) : null}
    </>
  )
}
