import { Calendar } from 'lucide-react'
import { defineTexts } from '../../web/ui/text.ts'
import type { FilterSettings } from '../shared/filterSettings.ts'

const texts = defineTexts('filter.time.settings', {
  note: 'A time range filter needs no dataset. Each chart is filtered by its own time column.',
})

export default {
  icon: Calendar,
  needsTime: true,
  note: texts.note,
  isParent: true,
  setsTimeRange: true,
} satisfies FilterSettings
