import { expect, test } from 'vitest'
import { contactWords, findContact } from '#contract/selling/ad-rules.ts'

const emails = `
Mail me: thandi@example.co.za
Contact THANDI.NKOSI@GMAIL.COM please
thandi @ gmail . com
thandi@gmail
thandi (at) gmail (dot) com
thandi[at]gmail[dot]com
thandi {at} gmail {dot} com
thandi at gmail dot com
thandi at nkosi dot co dot za
thandi @ nkosi dot co dot za
thandi-at-gmail-dot-com
thandi_at_yahoo_dot_com
thandiATgmailDOTcom
thandi*at*hotmail*dot*com
t h a n d i @ g m a i l . c o m
thandi at gmail
thandi gmail com
thandi.nkosi_2015 @ outlook, com
thandi&#64;example.com
thandi&commat;example&period;com
th<b>andi@exa</b>mple.com
thandi＠example．com
thandi@example。com
thandi​@​example.com
t.nkosi+cars@mail.ng
sales@nkosi-motors.africa
ada.obi at yahoo.com
write to obi(a)yahoo.com
`
  .trim()
  .split('\n')

const phones = `
Call 0821234567
082 123 4567
082-123-4567
082.123.4567
(082) 123-4567
082/123/4567
+27821234567
+27 82 123 4567
+27 (0)82 123 4567
+27-82-123-4567
0027 82 123 4567
27821234567
27 82 123 4567
0 8 2 1 2 3 4 5 6 7
0.8.2.1.2.3.4.5.6.7
0-8-2-1-2-3-4-5-6-7
08 21 23 45 67
0 82 12 34 567
082_123_4567
082*123*4567
0821 234 567
082 1234567
O82 123 4567
o82 l23 4567
082 i23 4567
call me on 821234567
my number is 82 123 4567
whatsapp 821 234 567
011 555 1234 office hours
021-555-1234
08031234567
0803 123 4567
0803-123-4567
+2348031234567
+234 803 123 4567
+234 (0) 803 123 4567
00234 803 123 4567
234 803 123 4567
8031234567
803 123 4567
0901 234 5678
01-2345678
WhatsApp0821234567
wa.me/27821234567
zero eight two one two three four five six seven
oh eight two, one two three, four five six seven
zero8two123four567
082 double one 2 3456
nul agt twee een twee drie vier vyf ses sewe
082 one two three 4567
０８２１２３４５６７
٠٨٢١٢٣٤٥٦٧
०८२ १२३ ४५६७
𝟎𝟖𝟐𝟏𝟐𝟑𝟒𝟓𝟔𝟕
0️⃣8️⃣2️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
⓪⑧②①②③④⑤⑥⑦
0​8​2​1​2​3​4​5​6​7
082 call 123 after 4567
082 (ask for Joe) 123 4567
0<b>82</b>123<i>4567</i>
082&nbsp;123&nbsp;4567
2015 model 120 000 km call 082 123 4567
R 450 000 neg 0821234567
R 082 123 4567
price 450000, 0831234567
082/083 123 4567
+264 81 123 4567
+263 77 123 4567
+44 7911 123456
ref 0821234567
`
  .trim()
  .split('\n')

const harmless = `
R 450 000
R450,000.00
R450 000.00 neg
₦45,000,000
N 4 500 000
NGN 850000000
₦450,000,000 or nearest offer
R1 250 000
450 000
1 450 000 or nearest offer
68 123 Km
120000km
120 000 km, 2015
30k miles
2015 BMW X5 3.0d 120 000 km
2.0 TSI 16v 2015 120 000 km
1.4 TSI 2018 45 000 km R 189 900
3.0 V6 180 000 km 2012 R 129 900
2.0 2015 120 000
0-100 in 5.2 seconds, top speed 250 km/h
0 km, brand new 2026
185/65R15 tyres
185/65 R15 and 205/55-16
31x10.5R15 tyres
911 997
Porsche 911 997 Carrera S 3.8 2009
Peugeot 206 207 208
Mazda 3 2.0 2017
BMW 320i 2015 F30
Golf 7 GTI 2.0 TSI DSG 169 kW 2017
Golf 1 2 3 4 5 6 7 8
VIN WVWZZZ6RZHU123456
WAUZZZ8K9BA082123
1HGCM82633A004352
Chassis no. AHTFR22G706012345
Engine no 1KD 7654321
Stock no 0123456789
Stock code: 0045123
Stock #U-100234567
Ref 2026031500123
Serviced 05/06/2023 at 10 000 km
Serviced 2023-06-05 10 000 km
Licence disc until 30.11.2026, roadworthy 01.02.2026
Open Mon-Fri 08:00-17:00, Sat 09:00-13:00
Viewing 08:00 - 17:00, 09:00 - 13:00
Services at 15 000, 30 000, 45 000, 60 000, 75 000 km
Service at 015 000, 030 000, 045 000 km
Warranty until 2028 or 150 000 km
R4 599 x 72 months, 10% deposit
72 x R 4 599.00, balloon 30%
Finance from R3,999 p/m over 72 months at 11.75%
4x4, 7 seats, 5 doors, 6 speed
Extras worth R150 000: 20 inch mags
190 kW / 400 Nm at 1 500-4 400 r/min
1 998 cc, 4 cylinders, 16 valves
Fuel use 6.5 l/100 km, CO2 149 g/km
Bought in 2015 for 350 000, now 189 900
One owner, two keys, three services left
One of one, zero accidents, double cab
Euro 5, ISO 9001, SABS 1559
Look @ this price! Call in today.
Great bargain @ R 99 900. Must go.
4.0 V8 @ 5 500 rpm
Parked at home. Come and see it.
Serviced at bmw.co.za dealers
Available at Motorkin. Com fort package fitted
Full history at the agent. No dents.
Bluetooth, USB, A/C, ABS, 6 airbags
Hyundai i10 1.1 i20 1.4 i30 1.6
Toyota Hilux 2.8 GD-6 4x4 2021 68 123 km R 589 900
Mercedes C180 C200 C220 W204 W205
2010/2011/2012/2013 models
Year 2016, 98 000 km, price 159 900, 1.6, manual
150 000.00 2015 120000
R 150 000.00 2015 120000 km
Ford Ranger 3.2 6MT 2016 150 000km 265/65R17
Nissan NP200 1.6 8v 2019 - 87 000 - R 129 000
Mini 1 000 1 275 GT 1979
Sold as is, +- 120 000 km
Over 200 000+ km on the clock
A+ condition, 10 out of 10
Owner's manual, spare wheel & jack
Colour code 300, trim code 0456
Sinotruk 371 10 000 litres
Price: ₦ 12,500,000 Mileage: 34,000 km Year: 2018
Tokunbo 2008 Toyota Corolla 1.8, first body, ₦4.2m
`
  .trim()
  .split('\n')

const found = (kind: string, texts: readonly string[]) =>
  texts.filter((text) => findContact(text)?.kind !== kind)

test('E-mail addresses are found in an ad, spelled, spaced, framed or in other letters [R-POST-21 R-POST-22]', () => {
  expect(found('email', emails)).toEqual([])
})

test('The contact check finds phone numbers, grouped, spelled out or split by words [R-POST-21 R-POST-22]', () => {
  expect(found('phone', phones)).toEqual([])
})

test('Prices, kilometres, years, engines, tyres, VINs and stock codes are left alone [R-POST-21 R-POST-22]', () => {
  expect(emails.length + phones.length).toBeGreaterThanOrEqual(60)
  expect(harmless.length).toBeGreaterThanOrEqual(60)
  const wrong = harmless.flatMap((text) => {
    const contact = findContact(text)
    return contact ? [`${text} → ${contact.kind} ${contact.text}`] : []
  })
  expect(wrong).toEqual([])
})

test('A whole description is checked at once, and a contact’s exact text is returned [R-POST-21]', () => {
  const harmlessWhole = harmless.join('\n')
  expect(findContact(harmlessWhole)).toBeUndefined()
  expect(findContact(`${harmlessWhole}\nCall 082 123 4567`)).toEqual({ kind: 'phone', text: '082 123 4567' })
  expect(contactWords.phone('title')).toMatch(/phone number out of the title/)
})

test('A text made to be slow takes no time [R-POST-22]', () => {
  const nasty = [
    'a@'.repeat(9999),
    '0 '.repeat(9999),
    'a '.repeat(9999),
    '1-'.repeat(9999),
    '082 a'.repeat(3999),
  ]
  const more = [
    '<'.repeat(20_000),
    'at dot '.repeat(2500),
    'x.'.repeat(9999),
    '1 000'.repeat(4000),
    'a'.repeat(20_000),
    'a-'.repeat(9999),
    '-dot--a-'.repeat(75),
  ]
  const slow = [...nasty, ...more].filter((text) => {
    const from = performance.now()
    findContact(text)
    return performance.now() - from > 10_000
  })
  expect(slow.map((text) => text.slice(0, 10))).toEqual([])
})
