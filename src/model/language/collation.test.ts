import { describe, expect, it } from 'vitest'
import { collatorOf } from './collation.ts'
import { languages, languageTag } from './languages.ts'

/** Names in the order of each language. */
const sorted: Record<string, string[]> = {
  // ä, ö, ü are sorted with a, o, u; ß is sorted as ss
  de: ['Anlage', 'Äpfel', 'Axt', 'Ofen', 'Öl', 'Ort', 'Straßburg', 'Strauß', 'Über uns', 'Umsatz', 'Zoo'],
  en: ['apple', 'Éclair', 'Email', 'zebra', 'Zoo'],
  // ñ follows n; ch is no longer a letter
  es: ['casa', 'chico', 'cine', 'luna', 'nube', 'ñandú', 'oso', 'último', 'uva'],
  // if the letters are equal, the first accent that differs decides
  fr: ['cote', 'coté', 'côte', 'côté', 'eau', 'école', 'été', 'étude', 'œuvre', 'offre'],
  it: ['città', 'cittadino', 'è', 'elenco', 'perché', 'perciò', 'più', 'poi'],
  nl: ['eb', 'één', 'eend', 'iets', 'ijs', 'ik'],
  pt: ['ação', 'acaso', 'água', 'avó', 'avô', 'órgão', 'ouro'],
  pt_BR: ['ação', 'acaso', 'água', 'avó', 'avô', 'órgão', 'ouro'],
  // č, š, ž are letters; ch follows h; ä and ô follow a and o; á is sorted with a
  sk: [
    'áno',
    'auto',
    'ärosól',
    'banka',
    'cena',
    'čas',
    'dom',
    'hora',
    'chata',
    'iskra',
    'okno',
    'ôsmy',
    'sto',
    'škola',
    'zima',
    'žena',
  ],
  sl: ['cesta', 'čas', 'dom', 'hiša', 'sonce', 'šola', 'zima', 'žaba'],
  // ё is sorted with е; Cyrillic comes before Latin
  ru: ['ёж', 'ель', 'жук', 'Обзор', 'ярмарка', 'Sales'],
  // pinyin: Beijing, Chengdu, Guangzhou, Shanghai, Shenzhen, Tianjin; Han is before Latin
  zh: ['北京', '成都', '广州', '上海', '深圳', '天津', 'Sales'],
  // hiragana and katakana are sorted together, by sound; kanji by JIS X 0208
  ja: ['Sales', 'アメリカ', 'いぬ', 'ウサギ', 'えび', 'がっこう', 'かみ', '京都', '大阪', '東京', '名古屋'],
  // Hangul is before Latin
  ko: ['가격', '까치', '나무', '매출', '서울', '하늘', 'Sales'],
}

describe('names in lists and pickers', () => {
  it.each(languages.map(({ code }) => code))('are sorted as in %s', (code) => {
    const names = sorted[code] ?? []
    const byUnit = names.toSorted()
    expect(byUnit, 'the order of code units would show nothing').not.toEqual(names)
    const tag = languageTag(code)
    for (const given of [byUnit, byUnit.toReversed()]) {
      expect(given.toSorted(collatorOf(tag).compare)).toEqual(names)
      // as pages compare names
      expect(given.toSorted((one, other) => one.localeCompare(other, tag))).toEqual(names)
    }
  })

  it('have another order in another language', () => {
    const order = (language: string, names: string[]) => names.toSorted(collatorOf(language).compare)
    expect(order('sk', ['chata', 'cena', 'hora'])).toEqual(['cena', 'hora', 'chata'])
    expect(order('sl', ['chata', 'cena', 'hora'])).toEqual(['cena', 'chata', 'hora'])
    expect(order('zh', ['Sales', '上海'])).toEqual(['上海', 'Sales'])
    expect(order('de', ['Sales', '上海'])).toEqual(['Sales', '上海'])
  })
})
