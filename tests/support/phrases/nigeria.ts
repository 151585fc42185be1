/** Search texts of buyers in Nigeria, each with its meaning. */
export const nigeria = `
toyota camry 2010 muscle lagos | Toyota/Camry, year 2010..2010, in Lagos State, "muscle"
toyota camry big daddy | Toyota/Camry, "big", "daddy"
camry spider 2012 | Toyota/Camry, year 2012..2012, "spider"
toks camry 2008 | #used, Toyota/Camry, year 2008..2008
tokunbo toyota corolla 2009 under 4m | #used, Toyota/Corolla, year 2009..2009, price ..4000000
toyota corolla 2008 up | Toyota/Corolla, year 2008..
camry 2010 up to 2014 | Toyota/Camry, year 2010..2014
corolla 2009 upward under 4m | Toyota/Corolla, year 2009.., price ..4000000
corolla 2010 above 4m | Toyota/Corolla, year 2010..2010, price 4000000..
rav4 15m below | Toyota/RAV4, price ..15000000
foreign used lexus rx350 2010 | #used, Lexus/RX 350, year 2010..2010
foreign used toyota highlander 2013 abuja | #used, Toyota/Highlander, year 2013..2013, in FCT Abuja
nigerian used honda accord 2005 | #used, Honda/Accord, year 2005..2005
naija used corolla | #used, Toyota/Corolla
locally used mercedes benz c300 | #used, Mercedes-Benz, Mercedes-Benz/C-Class
belgium golf 4 | #used, Volkswagen/Golf, "4"
direct belgium honda crv | #used, Honda/CR-V, "direct"
brand new toyota hilux | #new, Toyota/Hilux
brand new innoson | #new, Innoson
lexus es350 2008 full option | Lexus/ES 350, year 2008..2008, "full", "option"
lexus rx 330 | Lexus/RX 330
lexus rx350 or highlander | Lexus/RX 350, Toyota/Highlander
lexus gx460 abuja | Lexus/GX 460, in FCT Abuja
lexus lx570 upgraded | Lexus/LX 570, "upgraded"
toyota venza 2010 | no Venza, year 2010..2010
toyota matrix 2005 | no Matrix, year 2005..2005
toyota sienna 2004 tokunbo | Toyota/Sienna, year 2004..2004, #used
toyota hiace bus 18 seater | Toyota/Hiace, "bus", "18", "seater"
hummer bus | Toyota/Hiace
toyota jeep under 6m | Toyota, SUV, price ..6000000
honda jeep | Honda, SUV
lexus jeep lagos | Lexus, SUV, in Lagos State
any clean jeep under 5 million | SUV, price ..5000000, "clean"
jeep wrangler | Jeep/Wrangler
g wagon 2018 | Mercedes-Benz/G-Class, year 2018..2018
g-wagon brabus | Mercedes-Benz/G-Class, "brabus"
benz glk350 | Mercedes-Benz, Mercedes-Benz/GLK
benz c300 4matic 2012 | Mercedes-Benz, Mercedes-Benz/C-Class, #4wd+awd, year 2012..2012
mercedes ml350 | Mercedes-Benz, Mercedes-Benz/ML-Class
benz gle 450 | Mercedes-Benz, Mercedes-Benz/GLE
merc e350 abuja | Mercedes-Benz, Mercedes-Benz/E-Class, in FCT Abuja
c300 2010 | Mercedes-Benz/C-Class, year 2010..2010
c180 kompressor | Mercedes-Benz/C-Class, "kompressor"
benz under 5 million naira | Mercedes-Benz, price ..5000000
bmw x6 port harcourt | BMW/X6, in Port Harcourt
bmw 328i | BMW, BMW/3 Series
range rover sport 2014 | Land Rover/Range Rover Sport, year 2014..2014
range rover autobiography | Land Rover/Range Rover, "autobiography"
range rover vogue | Land Rover/Range Rover, "vogue"
end of discussion honda accord | Honda/Accord, Honda/Accord
honda accord baby boy | Honda/Accord, Honda/Accord
honda accord evil spirit 2010 | Honda/Accord, Honda/Accord, year 2010..2010
honda pilot 2010 | Honda/Pilot, year 2010..2010
honda crv 2008 not above 4m | Honda/CR-V, year 2008..2008, price ..4000000
honda civic 2007 manual | Honda/Civic, year 2007..2007, Manual
nissan pathfinder 2005 | Nissan/Pathfinder, year 2005..2005
nissan xterra | no Xterra
infiniti fx35 2006 | Infiniti/FX35, year 2006..2006
infiniti qx56 | no QX56
acura mdx 2010 | no MDX, year 2010..2010
acura zdx | no ZDX
pontiac vibe | no Vibe
hyundai elantra 2013 | Hyundai/Elantra, year 2013..2013
hyundai ix35 | no ix35
hyundai santa fe 2012 price | Hyundai/Santa Fe, year 2012..2012
kia rio 2012 automatic | Kia/Rio, year 2012..2012, Automatic
kia sorento 7 seater | Kia/Sorento, #many seats
ford edge 2010 | Ford/Edge, year 2010..2010
ford explorer 2013 limited | Ford/Explorer, year 2013..2013, "limited"
peugeot 406 manual | Peugeot/406, Manual
peugeot 504 | no 504
peugeot 307 lagos plate | Peugeot/307, "lagos", "plate"
volkswagen golf 3 | Volkswagen/Golf, "3"
golf 4 gearbox manual | Volkswagen/Golf, Manual, "4"
passat 2006 | Volkswagen/Passat, year 2006..2006
mazda 323 | no Mazda 323
mitsubishi pajero | Mitsubishi/Pajero
innoson umu | Innoson/Umu
gac gs4 2020 | GAC/GS4, year 2020..2020
corolla le 2015 | Toyota/Corolla, year 2015..2015, "le"
corolla 2015 le ac chilling | Toyota/Corolla, year 2015..2015, #a/c: front, "le", "chilling"
corolla s 2014 reverse camera | Toyota/Corolla, year 2014..2014, #backup camera, "s"
corolla sport 2010 leather seat | Toyota/Corolla, year 2010..2010, #leather seats, "sport"
camry xle v6 2011 | Toyota/Camry, year 2011..2011, "xle", "v6"
camry thumb start | Toyota/Camry, #push button start
camry 2.5 muscle | Toyota/Camry, #2.5 l, "muscle"
muscle camry 2.4 first body | Toyota/Camry, #2.4 l, "muscle", "first", "body"
car under 1 million | price ..1000000
cars below 2m in lagos | price ..2000000, in Lagos State
cars between 2m and 3m in abuja | price 2000000..3000000, in FCT Abuja
car of 1.5m | price 1350000..1650000
3 meter corolla | price 2700000..3300000, Toyota/Corolla
2.5 million toyota | price 2250000..2750000, Toyota
n3.5m corolla | price 3150000..3850000, Toyota/Corolla
₦4,000,000 camry | price 3600000..4400000, Toyota/Camry
5m budget suv | price ..5000000, SUV
budget 3.5m | price ..3500000
cheap cars in ibadan | by price_low_high, in Ibadan
cheapest tokunbo car in lagos | by price_low_high, #used, in Lagos State
car for uber lagos | in Lagos State, "uber"
uber car under 3m | price ..3000000, "uber"
bolt car 2008 | year 2008..2008, "bolt"
fairly used car in ph | #used, in Port Harcourt, "fairly"
clean car in warri | in Warri, "clean"
cars in lekki | in Lekki
cars in ikeja below 3m | in Ikeja, price ..3000000
cars in ikorodu | in Ikorodu
benin city camry | in Benin City, Toyota/Camry
abuja car mart | in FCT Abuja, "mart"
kano toyota | in Kano State, Toyota
enugu corolla | in Enugu State, Toyota/Corolla
owerri honda | in Owerri, Honda
port harcourt tokunbo rav4 | in Port Harcourt, #used, Toyota/RAV4
rav4 2008 | Toyota/RAV4, year 2008..2008
rav4 2k8 | Toyota/RAV4, year 2008..2008
corolla 2k5 | Toyota/Corolla, year 2005..2005
corolla 03 | Toyota/Corolla, year 2003..2003
corolla 08-10 | Toyota/Corolla, year 2008..2010
camry 99 | Toyota/Camry, year 1999..1999
honda 06 | Honda, year 2006..2006
2010 model venza | year 2010..2010, no Venza
2007 model avensis | year 2007..2007, no Avensis
manual gear corolla | Manual, Toyota/Corolla
stick gear | Manual
automatic transmission honda | Automatic, Honda
not manual toyota | -Manual, Toyota
no benz | -Mercedes-Benz
lexus not rx | Lexus, -Lexus/RX 350+Lexus/RX 330+Lexus/RX 450h
camry or accord | Toyota/Camry, Honda/Accord
camry vs accord | Toyota/Camry, Honda/Accord
petrol not diesel pickup | Petrol+Gasoline, -Diesel, Pickup
hilux 4x4 diesel | Toyota/Hilux, #4wd+awd, Diesel
hilux 2.7 | Toyota/Hilux, #2.7 l
tacoma 2012 | no Tacoma, year 2012..2012
tundra | no Tundra
toyota 4runner 2010 | no 4Runner, year 2010..2010
land cruiser v8 2016 | Toyota/Land Cruiser, year 2016..2016, "v8"
prado 2010 | Toyota/Land Cruiser Prado, year 2010..2010
bulletproof land cruiser | Toyota/Land Cruiser, "bulletproof"
sunroof leather camry | #sunroof, #leather seats, Toyota/Camry
full option accord | Honda/Accord, "full", "option"
thumbstart keyless rav4 | #push button start, #keyless entry, Toyota/RAV4
black camry | #black, Toyota/Camry
white corolla tokunbo | #white+pearl white, Toyota/Corolla, #used
silver honda | #silver, Honda
ash colour corolla | #grey+charcoal, Toyota/Corolla
gold highlander | #gold+champagne, Toyota/Highlander
wine colour accord | #maroon+burgundy, Honda/Accord
low mileage tokunbo corolla | by mileage_low_high, #used, Toyota/Corolla
latest corolla | by year_high_low, Toyota/Corolla
newest tokunbo | by year_high_low, #used
4 plug camry | Toyota/Camry, "4", "plug"
v6 accord | Honda/Accord, "v6"
lagos cleared duty | "lagos", "cleared", "duty"
custom duty paid corolla | Toyota/Corolla, "custom", "duty", "paid"
ac chilling first body corolla | #a/c: front, Toyota/Corolla, "chilling", "first", "body"
buy and drive camry | Toyota/Camry, "drive"
accident free tokunbo | #used, "accident", "free"
registered camry | Toyota/Camry, "registered"
unregistered lexus | Lexus, "unregistered"
car with 7 seats | #many seats
bus for sale | Minibus
truck | Pickup
mack truck | Pickup, "mack"
mitsubishi l300 | Mitsubishi/L300
sienna bus | Toyota/Sienna, "bus"
toyota hiace hummer bus | Toyota/Hiace, Toyota/Hiace
N2-3m | price 2000000..3000000
n1.5-2m corolla | price 1500000..2000000, Toyota/Corolla
2010 model upward | year 2010..
2012 model and above corolla | year 2012.., Toyota/Corolla
2012 model upwards honda | year 2012.., Honda
never used hard camry | Toyota/Camry, "never", "used", "hard"
below #3m | price ..3000000
#2.5m corolla | price 2250000..2750000, Toyota/Corolla
3m downward | price ..3000000
2010 down | year ..2010
corolla 2010 till date | Toyota/Corolla, year 2010..
toyota corona | no Corona
within 2m to 3m | price 2000000..3000000
auto sales lagos | in Lagos State, "auto", "sales"
camry le 03 | Toyota/Camry, year 2003..2003, "le"
camry xle 07 | Toyota/Camry, year 2007..2007, "xle"
nothing above 5m | price ..5000000
benz glk not 4matic | Mercedes-Benz/GLK, -#4wd+awd
lexus but not the es | Lexus, -Lexus/ES 350+Lexus/ES 300h
n500k deposit corolla | Toyota/Corolla, "n500k", "deposit"
not less than 2m | price 2000000..
quantum bus | Toyota/Hiace
#500k | price 450000..550000
below 2000 model | year ..1999
tokunbo camry muscle 2009 full option lagos 6.5m | #used, Toyota/Camry, year 2009..2009, in Lagos State, price 5850000..7150000, "muscle", "full", "option"
benz c300 4matic 2015 thumb start | Mercedes-Benz, Mercedes-Benz/C-Class, #4wd+awd, year 2015..2015, #push button start
first body corolla 2005 | Toyota/Corolla, year 2005..2005, "first", "body"
corolla 2010 naija used abuja clean | Toyota/Corolla, year 2010..2010, #used, in FCT Abuja, "clean"
highlander 2k12 to 2k15 limited | Toyota/Highlander, year 2012..2015, "limited"
lexus rx350 2010 direct foreign used below 12 million | Lexus/RX 350, year 2010..2010, #used, price ..12000000, "direct"
g-wagon brabus 2020 | Mercedes-Benz/G-Class, year 2020..2020, "brabus"
car below 3m that is fuel efficient automatic | price ..3000000, Automatic, "fuel", "efficient"
sienna 2004 xle bus 7 seater owerri | Toyota/Sienna, year 2004..2004, #many seats, in Owerri, "xle", "bus"
toyota matrix 2005 n2.2m | no Matrix, year 2005..2005, price 1980000..2420000
venza or highlander 2013 under 15 mil | no Venza, Toyota/Highlander, year 2013..2013, price ..15000000
hilux 2016 bullet proof | Toyota/Hilux, year 2016..2016, "bullet", "proof"
prado jeep 2008 white v6 | Toyota/Land Cruiser Prado, SUV, year 2008..2008, #white+pearl white, "v6"
peugeot 406 manual ph | Peugeot/406, Manual, in Port Harcourt
gearbox issue camry pencil 2003 for sale | Toyota/Camry, year 2003..2003, "gearbox", "issue", "pencil"
accord 2008 evil spirit v4 | Honda/Accord, year 2008..2008, Honda/Accord, "v4"
honda accord end of discussion bought brand new | Honda/Accord, Honda/Accord, "bought", "brand", "new"
hyundai elantra 2012 2nd hand kaduna | Hyundai/Elantra, year 2012..2012, #used, in Kaduna State
kia rio 2015 not more than 3.8m | Kia/Rio, year 2015..2015, price ..3800000
distress sale rav4 2010 | Toyota/RAV4, year 2010..2010, "distress"
range rover sport autobiography 2018 up to 60m | Land Rover/Range Rover Sport, year 2018..2018, price ..60000000, "autobiography"
lagos cleared tokunbo es350 2013 | #used, Lexus/ES 350, year 2013..2013, "lagos", "cleared"
toyota corolla 2014 le reverse camera accident free | Toyota/Corolla, year 2014..2014, #backup camera, "le", "accident", "free"
mercedes glk350 2012 #9.8m | Mercedes-Benz, Mercedes-Benz/GLK, year 2012..2012, price 8820000..10780000
ml350 06 abuja plate number | Mercedes-Benz/ML-Class, year 2006..2006, "abuja", "plate", "number"
cars between 1.5m and 2m in ibadan | price 1500000..2000000, in Ibadan
acura mdx 2011 gold | no MDX, year 2011..2011, #gold+champagne
i dey find corolla 2008 make e no pass 3m | Toyota/Corolla, year 2008..2008, price ..3000000, "dey", "e"
abeg cheap golf 4 ikorodu | by price_low_high, Volkswagen/Golf, in Ikorodu, "abeg", "4"
lexus lx570 2020 super sport upgraded to 2023 | Lexus/LX 570, year 2020..2020, "super", "sport", "upgraded", "2023"
sound engine and gear, first owner picnic | no Picnic, "sound", "engine", "gear", "first", "owner"
any vehicle not above 5m, no toyota | price ..5000000, -Toyota
camry 2.4 2007 - 2011, foreign used, lagos or abuja | Toyota/Camry, #2.4 l, year 2007..2011, #used, in Lagos State, in FCT Abuja
4runner 2006 4wd v8 | no 4Runner, year 2006..2006, #4wd+awd, "v8"
crosstour 2012 hummer h3 | no Crosstour, year 2012..2012, no H3
toyota corolla s 2011 five million naira | Toyota/Corolla, year 2011..2011, price 4500000..5500000, "s"
low budget first grade tokunbo muscle under 7 | by price_low_high, #used, "first", "grade", "muscle", "under", "7"
verified dealer lekki prado 2019 | verified, in Lekki, Toyota/Land Cruiser Prado, year 2019..2019
camry 2011 spider lagos neat 5.8m last | Toyota/Camry, year 2011..2011, in Lagos State, price 5220000..6380000, "spider", "neat", "last"
rx350 full option 2016 panoramic roof abj | Lexus/RX 350, year 2016..2016, #sunroof, in FCT Abuja, "full", "option"
lexus is250 2008 awd | Lexus/IS 250, year 2008..2008, #4wd+awd
toyota yaris sedan 07 1.8m | Toyota/Yaris, Sedan, year 2007..2007, price 1620000..1980000
any suv for 4m to 6m enugu | SUV, price 4000000..6000000, in Enugu State
pathfinder 2005 engine and gear ok v6 | Nissan/Pathfinder, year 2005..2005, "engine", "gear", "ok", "v6"
tear rubber hilux 2024 | #new, Toyota/Hilux, year 2024..2024
honda pilot 2012 touring ac chilling | Honda/Pilot, year 2012..2012, #a/c: front, "touring", "chilling"
bmw x6 2013 xdrive 35i | BMW/X6, year 2013..2013, #4wd+awd, "35i"
toyota corolla sport 2013 buy and drive benin | Toyota/Corolla, year 2013..2013, in Benin City, "sport", "drive"
i want buy lexus jeep wey no cost pass 10m | Lexus, SUV, price ..10000000, "wey"
mercedes gle 450 coupe 2021 | Mercedes-Benz, Mercedes-Benz/GLE, Coupe, year 2021..2021
2009 to 2012 corolla, registered or tokunbo, max 4.5m | year 2009..2012, Toyota/Corolla, #used, price ..4500000, "registered"
acura tl 2006 acura zdx | no TL, year 2006..2006, no ZDX
kia sorento 2016 3rd row awka | Kia/Sorento, year 2016..2016, #third row seats, in Awka
nissan frontier pickup 4 doors | no Frontier, Pickup, doors Sedan+Pickup
ford explorer xlt 2k11 black | Ford/Explorer, year 2011..2011, #black, "xlt"
cheap neat car under 1.5 | by price_low_high, "neat", "under", "1.5"
rav4 2007 registered naija 4plug | Toyota/RAV4, year 2007..2007, "registered", "naija", "4plug"
land cruiser 2010 v8 armored 40-50m | Toyota/Land Cruiser, year 2010..2010, price 40000000..50000000, "v8", "armored"
fully loaded camry xle 2013 v6 panoramic | Toyota/Camry, year 2013..2013, #sunroof, "fully", "loaded", "xle", "v6"
i get 4 million, wetin i fit buy | price 3600000..4400000, "get", "wetin", "fit"
corolla 2013 american spec tokunbo 8.5m asking lekki | Toyota/Corolla, year 2013..2013, #used, price 7650000..9350000, in Lekki, "american", "spec", "asking"
clean lexus gx470 04 registered abuja | no GX 470, year 2004..2004, in FCT Abuja, "clean", "registered"
honda civic 2006 tear light automatic | Honda/Civic, year 2006..2006, Automatic, "tear", "light"
toyota hilux 2012 up to 2015 manual diesel kano | Toyota/Hilux, year 2012..2015, Manual, Diesel, in Kano State
bmw 328i 2014 sport trim white on red interior | BMW, BMW/3 Series, year 2014..2014, #white+pearl white, "sport", "trim", "red", "interior"
cars for one million and below in aba | price ..1000000, in Aba
rx330 2005 or rx350 2008 whichever dey | Lexus/RX 330, year 2005..2005, Lexus/RX 350, year 2008..2008, "whichever", "dey"
2nd body corolla 1998 less than 1.2m | Toyota/Corolla, year 1998..1998, price ..1200000, "2nd", "body"
hyundai sonata 2011 limited panoramic, no accident, bought tokunbo | Hyundai/Sonata, year 2011..2011, #sunroof, #used, "limited", "bought"
range evoque 2013 custom papers intact | Land Rover/Range Rover Evoque, year 2013..2013, "range", "custom", "papers", "intact"
vw golf 4 manual gear port harcourt 900k | Volkswagen/Golf, Manual, in Port Harcourt, price 810000..990000, "4"
kia sportage 2014 sx turbo awd foreign used surulere | Kia/Sportage, year 2014..2014, #4wd+awd, #used, in Surulere, "sx", "turbo"
toyota sienna 2011 sport 8m to 9m | Toyota/Sienna, year 2011..2011, price 8000000..9000000, "sport"
acura mdx 2008 technology package | no MDX, year 2008..2008, "technology", "package"
a good car of 3m wey no dey drink fuel | price 2700000..3300000, "good", "wey", "drink", "fuel"
mercedes e350 2010 4matic upgraded to 2015 face | Mercedes-Benz, Mercedes-Benz/E-Class, year 2010..2010, #4wd+awd, "upgraded", "2015", "face"
suzuki swift 2006 fairly used ilorin | Suzuki/Swift, year 2006..2006, #used, in Ilorin, "fairly"
toyota camry 2.2 orobo 1999 | Toyota/Camry, #2.2 l, year 1999..1999, "orobo"
land rover discovery lr4 2012 hse black | Land Rover/Discovery, year 2012..2012, #black, "lr4", "hse"
toyota avalon 2008 limited, buyer is ready 4.5m | no Avalon, year 2008..2008, price 4050000..4950000, "limited", "buyer", "ready"
nigerian used corolla sport 2010 accident free 3.7 million asaba | #used, Toyota/Corolla, year 2010..2010, price 3330000..4070000, in Asaba, "sport", "accident", "free"
camry 2.5 hybrid 2012 le not up to 6m | Toyota/Camry, #2.5 l, Hybrid, year 2012..2012, price ..6000000, "le"
benz ml 350 2009 with bluetec diesel | Mercedes-Benz, Mercedes-Benz/ML-Class, year 2009..2009, Diesel, Diesel
mazda cx9 2010 full option | no CX-9, year 2010..2010, "full", "option"
honda city 2008 manual nigerian used below 1.8 | Honda/City, year 2008..2008, Manual, #used, "below", "1.8"
mitsubishi montero 2005 or pajero 2006 v6 4wd | no Montero, year 2005..2005, Mitsubishi/Pajero, year 2006..2006, #4wd+awd, "v6"
lexus gs300 2006 full house | Lexus, year 2006..2006, "gs300", "full", "house"
foreign used highlander 3 row seats 2010 limited v6 gold color | #used, Toyota/Highlander, #third row seats, year 2010..2010, #gold+champagne, "limited", "v6"
ford escape 2008 not more than 1m6 | Ford/Escape, year 2008..2008, "1m6"
volvo s60 2012 t5 first grade tokunbo calabar | Volvo/S60, year 2012..2012, #used, in Calabar, "t5", "first", "grade"
toyota land cruiser vxr 2016-2020 bulletproof b6 abuja only | Toyota/Land Cruiser, year 2016..2020, in FCT Abuja, "vxr", "bulletproof", "b6"
kia optima 2012 sunroof thumbstart navigation | Kia/Optima, year 2012..2012, #sunroof, #push button start, #navigation system
dodge charger rt 2015 muscle car red | Dodge/Charger, year 2015..2015, #red+maroon+burgundy, "rt", "muscle"
chevrolet camaro convertible transformer | Chevrolet/Camaro, Convertible, "transformer"
toyota hilux 2008 upgraded to 2020 4x4 manual | Toyota/Hilux, year 2008..2008, #4wd+awd, Manual, "upgraded", "2020"
audi a6 2009 2.0t cvt clean title | Audi/A6, year 2009..2009, #2.0 l, Automatic, "clean", "title"
2010 infiniti fx35 pearl white with red interior | year 2010..2010, Infiniti/FX35, #pearl white, "red", "interior"
clean toks pathfinder 2013 platinum 7 seater | #used, Nissan/Pathfinder, year 2013..2013, #many seats, "clean", "platinum"
where can i see nissan almera tino 2002 | Nissan/Almera, year 2002..2002, "where", "can", "see", "tino"
selling price for camry 2007 in nigeria | Toyota/Camry, year 2007..2007, "nigeria"
mercedes viano or sprinter 18 seater with ac front and rear | no Viano, no Sprinter, Minibus, #a/c: front, "front", "rear"
corolla 2009 and above max 5m either lagos or ogun | Toyota/Corolla, year 2009.., price ..5000000, in Lagos State, in Ogun State, "either"

`
