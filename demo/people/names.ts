/** Names as they are written where the people live, marks included. */
export interface NameStock {
  country: 'ZA' | 'NG'
  weight: number
  given: readonly string[]
  family: readonly string[]
}

const words = (text: string) => text.split(' ')

export const nameStocks: readonly NameStock[] = [
  {
    country: 'NG',
    weight: 38,
    given: words(
      'Adébáyọ̀ Ayọ̀délé Bọ́lánlé Fọlákẹ́ Olúwaṣeun Olúfẹ́mi Tèmítọ́pẹ́ Kẹ́hìndé Táíwò Fúnmiláyọ̀ Ṣadé Ṣẹ́gun Yétúndé Bùkọ́lá Adéọlá Mọ́rẹ́nikẹ́ Wálé Kúnlé Dámilọ́lá Ìbùkún',
    ),
    family: words(
      'Adéyẹmí Ọláníyan Akíntọ́lá Ògúnléye Balógun Fáshọlá Adébísí Ọlátúnjí Ọ̀ṣúntókun Ṣóyínká Adékúnlé Olúṣọlá Àjàyí Ọdúnsì Bámgbóṣé',
    ),
  },
  {
    country: 'NG',
    weight: 30,
    given: words(
      'Chinẹdu Ngọzi Ọbinna Chiọma Emeka Ifẹọma Kelechi Adaeze Uchenna Nkechi Ikenna Amaka Chukwuemeka Ebele Nnamdi Ụzọma Chidinma Ifeanyi Somtochukwu Ọgechi',
    ),
    family: words(
      'Okọnkwọ Eze Nwọsu Ọkafọ Ọnyẹka Chukwu Obi Nwachukwu Igwe Ezeani Anyanwu Ọkorie Umeh Iwu Madụ',
    ),
  },
  {
    country: 'NG',
    weight: 20,
    given: words(
      'Musa Aisha Ibrahim Fatima Sani Zainab Yusuf Hauwa Abubakar Hadiza Usman Maryam Bello Rabi Nasiru Ɗanjuma Ladi Hassan Halima Aminu',
    ),
    family: words(
      'Abdullahi Bello Danjuma Garba Sule Lawal Mohammed Yaro Idris Tukur Shehu Umar Maikano Gwarzo Dantata',
    ),
  },
  {
    country: 'NG',
    weight: 12,
    given: words(
      'Grace Victor Blessing Samuel Patience Godwin Esther Daniel Mercy Sunday Ebiere Preye Ekaette Idara',
    ),
    family: words('Etim Bassey Briggs Amadi Douglas Okpara Ekong Inyang Tamuno Akpan Osagie Igbinedion'),
  },
  {
    country: 'ZA',
    weight: 26,
    given: words(
      'Thabo Nomvula Sipho Zanele Bongani Lindiwe Mandla Thandeka Sibusiso Nokuthula Themba Ayanda Lungelo Ntombi Siyabonga Zodwa',
    ),
    family: words(
      'Dlamini Nkosi Khumalo Zulu Ndlovu Mkhize Cele Buthelezi Sithole Ngcobo Zungu Mthembu Shabalala',
    ),
  },
  {
    country: 'ZA',
    weight: 18,
    given: words(
      'Nomsa Luthando Zukiswa Vuyo Nandi Siphokazi Mzwandile Noluthando Lwazi Asanda Thembeka Xolani',
    ),
    family: words('Mbeki Sisulu Madikizela Mqhayi Jonas Sobukwe Gqola Nqakula Makana Mfeketo Ntshona Xaba'),
  },
  {
    country: 'ZA',
    weight: 14,
    given: words(
      'Lerato Kagiso Tumelo Palesa Refilwe Tshepo Mpho Karabo Neo Boitumelo Katlego Dineo Lesedi Pule',
    ),
    family: words(
      'Mokoena Molefe Motsepe Moloi Mahlangu Phiri Tau Sebata Letsoalo Maluleke Ramaphosa Masemola Modise',
    ),
  },
  {
    country: 'ZA',
    weight: 18,
    given: words(
      'Johan Annelie Pieter Elsabé Hendrik Marlize Gerhard Riana Willem Carina Dirk Ilze André Marietjie',
    ),
    family: [
      'Botha',
      'van der Merwe',
      'Pretorius',
      'Steyn',
      'Nel',
      'Fourie',
      'du Plessis',
      'Viljoen',
      'Malan',
      'Coetzee',
      'Joubert',
      'van Wyk',
    ],
  },
  {
    country: 'ZA',
    weight: 24,
    given: words(
      'Sarah Michael Priya Ashwin Fatima Yusuf Nicole Craig Kavitha Ridwaan Megan Zaid Tracy Imraan Leigh-Anne Dean',
    ),
    family: words(
      'Naidoo Jacobs Adams Govender Smith Pillay Williams Isaacs Davids Petersen Moodley Ismail Abrahams Reddy Clarke',
    ),
  },
]

/** Parts of dealers' names; `{place}` and `{name}` are filled in. */
export const businessNames: Readonly<Record<'ZA' | 'NG', readonly string[]>> = {
  ZA: [
    '{place} Motor Corner',
    '{name} & Sons Auto',
    'Kudu Wheels {place}',
    'Protea Pre-Owned',
    'Baobab Motors',
    'Springbok Road Cars',
    '{name} Motor Group',
    'Highveld Auto Traders',
    'Cape Ridge Cars',
    'Umlilo Motors',
    '{place} Bakkie Centre',
    'Blue Crane Vehicles',
    'Marula Auto',
    'Second Gear {place}',
    'Jacaranda Car Sales',
    'Two Oceans Motors',
    'Fynbos Auto Gallery',
    'Karoo Kilometres',
    'Rooibos Road Motors',
    'Ubuntu Wheels',
  ],
  NG: [
    '{place} Auto Mart',
    '{name} Motors Ltd',
    'Palm Avenue Cars',
    'Naija Prime Autos',
    'Eko Drive Motors',
    'Harmattan Auto Sales',
    '{name} Global Autos',
    'Zuma Rock Motors',
    'Coal City Cars',
    'Royal Iroko Autos',
    'Savannah Wheels {place}',
    'First Choice Autos {place}',
    'Kola Nut Motors',
    'Garden City Autos',
    'Ọ̀yọ́ Road Cars',
    'Blue Lagoon Motors',
    'Silk Cotton Autos',
    'Confluence Car Hub',
    'Adire Motors',
    'Talking Drum Autos',
  ],
}

export const streets: Readonly<Record<'ZA' | 'NG', readonly string[]>> = {
  ZA: [
    'Voortrekker Road',
    'Main Road',
    'Nelson Mandela Drive',
    'Church Street',
    'Jan Smuts Avenue',
    'Kerk Street',
    'Beach Road',
    'Long Street',
    'Rivonia Road',
    'Albertina Sisulu Street',
    'Oxford Road',
    'Steve Biko Road',
    'Station Road',
    'Aloe Avenue',
  ],
  NG: [
    'Airport Road',
    'Allen Avenue',
    'Admiralty Way',
    'Ahmadu Bello Way',
    'Herbert Macaulay Way',
    'Awolowo Road',
    'Market Road',
    'Aba Road',
    'Ring Road',
    'Bodija Road',
    'Old Station Street',
    'Unity Crescent',
    'Independence Way',
    'Palm Grove Close',
  ],
}
